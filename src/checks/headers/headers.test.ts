import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import fc from 'fast-check';
import { goldenSuite } from '../golden.ts';
import { analyzeHeaders } from './analyze.ts';
import type { HeadersFacts } from './collect.ts';
import { isSession, parseCookies } from './cookies.ts';
import { holesOf, parsePolicies } from './csp.ts';
import { rules } from './rules.ts';
import { parseExpires, parseSecurityTxt } from './security-txt.ts';

goldenSuite<HeadersFacts, undefined>('analyzeHeaders agrees with every golden case', import.meta.url, rules, ({ facts }) => analyzeHeaders(facts));

suite('a policy is as strong as its script sources', () => {
  const cases: [values: string[], holes: string[]][] = [
    [['default-src \'self\''], []],
    [['default-src \'none\'; script-src *'], ['scripts of any host']],
    [['script-src \'self\' data:'], ['scripts of any host']],
    [['script-src https://*'], ['scripts of any host']],
    [['script-src https://*.example.org'], []],
    [['SCRIPT-SRC \'UNSAFE-INLINE\''], ['\'unsafe-inline\'']],
    [['script-src \'unsafe-inline\' \'sha256-abc=\''], []],
    [['script-src \'unsafe-inline\' \'unsafe-eval\''], ['\'unsafe-inline\'', '\'unsafe-eval\'']],
    [['script-src \'self\'; script-src *'], []],
    [['img-src \'self\', script-src \'self\''], []],
    [['img-src \'self\'', 'font-src \'self\''], ['scripts are not restricted']],
    [['script-src \'unsafe-inline\'', 'script-src \'unsafe-eval\''], []],
    [['img-src \'self\'', 'script-src \'unsafe-inline\''], ['\'unsafe-inline\'']],
  ];
  for (const [values, holes] of cases) test(values.join(' | '), () => assert.deepEqual(holesOf(parsePolicies(values)), holes));
});

suite('cookies are read with their flags', () => {
  const cases: [value: string, read: unknown[]][] = [
    ['a=1; Path=/; Secure; HttpOnly; SameSite=Strict', ['a', true, true, 'strict']],
    ['a=secure', ['a', false, false, null]],
    ['a=;SECURE;samesite=none', ['a', true, false, 'none']],
  ];
  for (const [value, [name, secure, httpOnly, sameSite]] of cases) test(value, () => assert.deepEqual(parseCookies([value]), [{ name, secure, httpOnly, sameSite }]));
  test('what has no name is left out', () => assert.deepEqual(parseCookies(['', '=1', 'secure']), []));
  for (const [name, is] of [['PHPSESSID', true], ['connect.sid', true], ['auth_token', true], ['csrf_token', false], ['theme', false]] as const) {
    test(name, () => assert.equal(isSession({ name, secure: true, httpOnly: true, sameSite: null }), is));
  }
});

suite('an expiry is a date of RFC 3339', () => {
  const cases: [text: string, ms: number | null][] = [
    ['2027-01-01T00:00:00Z', Date.UTC(2027, 0, 1)],
    ['2027-01-01t00:00:00.5+02:00', Date.UTC(2026, 11, 31, 22, 0, 0, 500)],
    ['2027-01-01', null],
    ['2027-13-01T00:00:00Z', null],
    ['Fri, 01 Jan 2027 00:00:00 GMT', null],
  ];
  for (const [text, ms] of cases) test(text, () => assert.equal(parseExpires(text), ms));
});

test('a signed security.txt is read like another', () => {
  const text = '-----BEGIN PGP SIGNED MESSAGE-----\r\nHash: SHA256\r\n\r\nContact: mailto:a@example.org\r\nExpires: 2027-01-01T00:00:00Z\r\n-----BEGIN PGP SIGNATURE-----\r\n';
  assert.deepEqual(parseSecurityTxt(text), { contacts: ['mailto:a@example.org'], expires: '2027-01-01T00:00:00Z', expiresCount: 1 });
});

test('any text is read without an error', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 500 }), text => void [parsePolicies([text]), parseCookies([text]), parseSecurityTxt(text), parseExpires(text)]), { seed: 9116 });
});
