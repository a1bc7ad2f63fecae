import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { addressOf, countOf, domainOfAddress, momentOf, nameOf, periodOf } from './values.ts';

function table<Result>(name: string, of: (text: string) => Result, cases: readonly [text: string, expected: Result][]): void {
  suite(name, () => {
    for (const [text, expected] of cases) test(JSON.stringify(text), () => assert.deepEqual(of(text), expected));
  });
}

table('a count is a whole number from 0 to 10^12, or nothing', countOf, [
  ['0', 0], ['3', 3], ['+3', 3], ['3.0', 3], ['3.', 3], ['1000000000000', 1e12],
  ['1000000000001', null], ['9223372036854775808', null], ['-1', null], ['3.5', null], ['1e3', null], ['0x10', null], ['1,000', null], ['', null], ['three', null],
]);

table('a moment is seconds, milliseconds or ISO 8601', momentOf, [
  ['1767139200', { at: 1767139200000, as: 'seconds' }],
  ['1767139200.9', { at: 1767139200000, as: 'seconds' }],
  ['0', { at: 0, as: 'seconds' }],
  ['1767139200000', { at: 1767139200000, as: 'milliseconds' }],
  ['2025-12-31', { at: 1767139200000, as: 'text' }],
  ['2025-12-31T00:00:00Z', { at: 1767139200000, as: 'text' }],
  ['2025-12-31 01:00:00.123 +0100', { at: 1767139200000, as: 'text' }],
  ['2025-12-31T01:00+01:00', { at: 1767139200000, as: 'text' }],
  ['2025-13-31T00:00:00Z', null], ['-5', null], ['yesterday', null], ['', null],
]);

table('an address is written in one way', addressOf, [
  ['192.0.2.1', '192.0.2.1'], ['255.255.255.255', '255.255.255.255'], ['[192.0.2.1]', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'], ['::FFFF:c000:201', '192.0.2.1'],
  ['2001:0DB8::0:1', '2001:db8::1'], ['2001:db8:1:2:3:4::', '2001:db8:1:2:3:4::'], ['2001:db8:1:2:3:4:5::', '2001:db8:1:2:3:4:5:0'],
  ['1:2:3:4:5:6:7:8', '1:2:3:4:5:6:7:8'], ['2001:db8::1:0:0:1', '2001:db8::1:0:0:1'], ['1:2:3:4::5:6:7', '1:2:3:4:0:5:6:7'], ['1::2::3', null], ['1:2:3:4:5:6:7', null], ['[IPv6:2001:db8::1]', '2001:db8::1'], ['::', '::'],
  ['256.0.2.1', null], ['192.0.2', null], ['192.0.2.01', null], ['192.0.2.1.', null], ['192.0.2.1/32', null], ['fe80::1%eth0', null], ['mail.example', null], ['', null],
]);

table('a name is in lower case and ASCII, without its last dot', nameOf, [
  ['Example.ORG.', 'example.org'], ['münchen.example', 'xn--mnchen-3ya.example'], ['_dmarc.example.org', '_dmarc.example.org'],
  ['no name at all', 'no name at all'], ['', null], ['.', null],
]);

table('the domain of an e-mail address', domainOfAddress, [
  ['dmarc@Example.org', 'example.org'], ['DMARC <dmarc@example.org>', 'example.org'], ['"a@b" <c@example.org> (x)', 'example.org'],
  ['postmaster', null], ['a@localhost', null], ['', null],
]);

suite('a period has its ends in order', () => {
  const day = 86_400_000;
  const moment = (at: number) => ({ at, as: 'seconds' as const });
  const cases: [says: string, begin: number | null, end: number | null, expected: ReturnType<typeof periodOf>][] = [
    ['a day', 0, day, { beginAt: 0, endAt: day, swapped: false, long: false }],
    ['the day of 25 hours', 0, day + day / 24, { beginAt: 0, endAt: day + day / 24, swapped: false, long: false }],
    ['a week', 0, 7 * day, { beginAt: 0, endAt: 7 * day, swapped: false, long: true }],
    ['swapped', day, 0, { beginAt: 0, endAt: day, swapped: true, long: false }],
    ['only an end', null, day, { beginAt: day, endAt: day, swapped: false, long: false }],
    ['neither', null, null, null],
  ];
  for (const [says, begin, end, expected] of cases) {
    test(says, () => assert.deepEqual(periodOf(begin === null ? null : moment(begin), end === null ? null : moment(end)), expected));
  }
});
