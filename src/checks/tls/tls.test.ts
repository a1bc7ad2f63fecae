import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { goldenSuite } from '../golden.ts';
import { analyzeTls, spell, type Others } from './analyze.ts';
import type { TlsFacts } from './collect.ts';
import { lifetimeDays, maxLifetimeDays } from './lifetimes.ts';
import { rules } from './rules.ts';

goldenSuite<TlsFacts, Others>('analyzeTls agrees with every golden case', import.meta.url, rules, ({ facts, others }) => analyzeTls(facts, others));

suite('a certificate may live for as long as the day of its issue allowed', () => {
  const cases: [issued: string, days: number | null][] = [
    ['2014-01-01', null], ['2018-02-28', 1188], ['2018-03-01', 825], ['2020-08-31T23:59:59Z', 825], ['2020-09-01', 398],
    ['2026-03-14T23:59:59Z', 398], ['2026-03-15', 200], ['2027-03-15', 100], ['2029-03-15', 47],
  ];
  for (const [issued, days] of cases) test(`${issued}: ${days}`, () => assert.equal(maxLifetimeDays(Date.parse(issued)), days));
});

test('the last second of a certificate counts: 90 days of Let\'s Encrypt are 90 days', () => {
  assert.equal(lifetimeDays({ notBefore: Date.parse('2026-11-01T00:00:00Z'), notAfter: Date.parse('2027-01-29T23:59:59Z') }), 90);
});

test('versions are spelled as people know them', () => {
  assert.deepEqual(['SSLv3', 'TLSv1', 'TLSv1.1', 'TLSv1.3'].map(spell), ['SSL 3.0', 'TLS 1.0', 'TLS 1.1', 'TLS 1.3']);
});
