import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, suite } from 'node:test';
import { isOpen, loginOf, loginsFile, LoginError, originOf, readLogins, writeLogin } from './logins.ts';

const home = mkdtempSync(join(tmpdir(), 'dss-logins-'));
after(() => rmSync(home, { recursive: true }));
const file = loginsFile({ XDG_CONFIG_HOME: home }, '/nowhere');
const ours = { url: 'https://dss.example', key: 'svc_ours' };
const work = { url: 'https://work.example', key: 'svc_work' };

suite('logins are kept for this user alone', () => {
  test('where the system keeps such things', () => {
    assert.equal(loginsFile({}, '/home/otto'), '/home/otto/.config/dss/logins.json');
    assert.equal(loginsFile({ XDG_CONFIG_HOME: '/config' }, '/home/otto'), '/config/dss/logins.json');
    assert.equal(loginsFile({ XDG_CONFIG_HOME: 'relative' }, '/home/otto'), '/home/otto/.config/dss/logins.json');
  });
  test('in a file of the mode 0600, also where one lay open before', () => {
    writeLogin(file, 'default', ours);
    chmodSync(file, 0o644);
    writeLogin(file, 'work', work);
    assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.deepEqual(readLogins(file), { default: ours, work });
  });
  test('the last that is forgotten takes the file along', () => {
    const other = join(home, 'other', 'logins.json');
    writeLogin(other, 'default', ours);
    writeLogin(other, 'default', null);
    assert.throws(() => statSync(other), /ENOENT/);
  });
  test('a file that cannot be read is told, and never written over', () => {
    const broken = join(home, 'broken.json');
    writeFileSync(broken, '{');
    assert.throws(() => readLogins(broken), LoginError);
    assert.throws(() => writeLogin(broken, 'default', ours), LoginError);
  });
});

suite('which service is called, and by which key', () => {
  const cases: [says: string, env: Record<string, string>, profile: string | null, login: { url: string; key: string | null }][] = [
    ['the login that was made', {}, null, ours],
    ['another login', {}, 'work', work],
    ['the environment goes before it', { DSS_URL: 'http://localhost:4000', DSS_KEY: 'svc_env' }, null, { url: 'http://localhost:4000', key: 'svc_env' }],
    ['another key for the same service', { DSS_KEY: 'svc_env' }, null, { url: ours.url, key: 'svc_env' }],
    ['the same service by the environment', { DSS_URL: `${ours.url}/` }, null, ours],
    ['a key never goes to a service that it was not kept for', { DSS_URL: 'https://thief.example' }, null, { url: 'https://thief.example', key: null }],
    ['an empty variable is none', { DSS_URL: ' ', DSS_KEY: '' }, null, ours],
  ];
  for (const [says, env, profile, login] of cases) test(says, () => assert.deepEqual(loginOf(env, file, profile), login));
  test('without any, the service of this machine, without a key', () => assert.deepEqual(loginOf({}, join(home, 'none'), null), { url: 'http://localhost:3000', key: null }));
  test('a login that is not there is told', () => assert.throws(() => loginOf({}, file, 'play'), /There is no login "play"\. Make it with: dss --profile play login/));
  for (const url of ['dss.example', 'https://dss.example/api', 'https://user@dss.example', 'ftp://dss.example', 'https://dss.example?x']) test(`${url} is no address of a service`, () => assert.throws(() => originOf(url), LoginError));
});

suite('a key on its way can be read', () => {
  for (const [url, open] of [['https://dss.example', false], ['http://dss.example', true], ['http://localhost:3000', false], ['http://127.0.0.1:3000', false], ['http://[::1]:3000', false], ['http://localhost.evil.example', true]] as const) {
    test(`${url}: ${open}`, () => assert.equal(isOpen(url), open));
  }
});
