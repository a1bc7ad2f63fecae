import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { readConfig } from './config.ts';
import { isLocalOnly, signUpOf } from './sign-up.ts';

suite('who may sign up, unless the operator says otherwise', () => {
  const cases: [says: string, env: Record<string, string>, mode: string][] = [
    ['anybody on a machine of one\'s own', {}, 'open'],
    ['the same by its other names', { DSS_HOST: '::1', DSS_BASE_URL: 'http://127.0.0.1:3000' }, 'open'],
    ['IPv6 loopback in the base URL', { DSS_BASE_URL: 'http://[::1]:3000' }, 'open'],
    ['a service that listens on all addresses', { DSS_HOST: '0.0.0.0' }, 'invited'],
    ['a public name', { DSS_BASE_URL: 'https://dss.example.org' }, 'invited'],
    ['a name that only looks like loopback', { DSS_BASE_URL: 'http://127.0.0.1.example.org' }, 'invited'],
    ['a proxy in front', { DSS_TRUST_PROXY: '127.0.0.1/32' }, 'invited'],
    ['the operator opens it', { DSS_HOST: '0.0.0.0', DSS_SIGN_UP: 'open' }, 'open'],
    ['the operator closes it', { DSS_SIGN_UP: 'closed' }, 'closed'],
  ];
  for (const [says, env, mode] of cases) {
    test(says, () => {
      assert.equal(signUpOf(readConfig(env)).mode, mode);
      if (env['DSS_SIGN_UP'] === undefined) assert.equal(isLocalOnly(readConfig(env)), mode === 'open');
    });
  }

  test('mail domains are read as names', () => {
    assert.deepEqual(signUpOf(readConfig({ DSS_SIGN_UP: 'invited', DSS_SIGN_UP_DOMAINS: 'Example.org, münchen.example' })).domains, ['example.org', 'xn--mnchen-3ya.example']);
  });
  test('mail domains that nobody confirms are refused', () => {
    assert.throws(() => signUpOf(readConfig({ DSS_SIGN_UP_DOMAINS: 'example.org' })), /DSS_SIGN_UP_DOMAINS: .*DSS_SMTP_URL/);
    assert.equal(signUpOf(readConfig({ DSS_SIGN_UP_DOMAINS: 'example.org', DSS_SMTP_URL: 'smtp://mail.example.org' })).mode, 'open');
  });
  test('another word is refused', () => assert.throws(() => readConfig({ DSS_SIGN_UP: 'off' }), /open, invited, closed/));
});
