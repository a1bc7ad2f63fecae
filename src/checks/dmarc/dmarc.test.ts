import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import fc from 'fast-check';
import type { Lookup } from '../../core/lookup.ts';
import { goldenSuite } from '../golden.ts';
import { analyzeDmarc } from './analyze.ts';
import type { Others } from './others.ts';
import type { DmarcFacts } from './collect.ts';
import { discoverBySuffixList, discoverByWalk, walkNames } from './discover.ts';
import { isDmarc, isMeantAsDmarc, parseDmarc } from './parse.ts';
import { rules } from './rules.ts';

goldenSuite<DmarcFacts, Others>('analyzeDmarc agrees with every golden case', import.meta.url, rules, ({ facts, others }) => analyzeDmarc(facts, others));

suite('a DMARC record begins with its version, in this very case (RFC 9989 §4.7)', () => {
  const cases: [text: string, is: boolean, meant: boolean][] = [
    ['v=DMARC1', true, false],
    ['v=DMARC1;p=none', true, false],
    ['v = DMARC1 ; p=none', true, false],
    ['v=dmarc1; p=none', false, true],
    ['V=DMARC1; p=none', true, false],
    ['"v=DMARC1; p=none"', false, true],
    ['v=DMARC1 p=none', false, true],
    ['v=DMARC10; p=none', false, true],
    ['v=DMARC1, p=none', false, true],
    ['v=DMARC1\\; p=none', false, true],
    ['p=none; v=DMARC1', false, true],
    ['rua=mailto:a@example.org,v=DMARC1', false, true],
    ['v=spf1 -all; v=DMARC1; p=none', false, false],
    ['p=none; see v2=DMARC1', false, false],
    ['v=spf1 -all', false, false],
    ['', false, false],
  ];
  for (const [text, is, meant] of cases) test(JSON.stringify(text), () => assert.deepEqual([isDmarc(text), isMeantAsDmarc(text)], [is, meant]));
});

suite('parseDmarc reads tags and names what it cannot read', () => {
  const faults: [text: string, count: number][] = [
    ['v=DMARC1; p=reject', 0],
    ['v=DMARC1; P=REJECT', 0],
    ['v=DMARC1; p=rejected', 1],
    ['v=DMARC1; fo=1:d:s', 0],
    ['v=DMARC1; fo=2', 1],
    ['v=DMARC1; x-own=anything', 1],
    ['v=DMARC1; p=none;\u00a0sp=none', 1],
    ['v=DMARC1; unknown=anything', 0],
    ['v=DMARC1; p=none; ; ;', 0],
    ['v=DMARC1; constructor=1; __proto__=2', 1],
  ];
  for (const [text, count] of faults) test(`${text}: ${count} faults`, () => assert.equal(parseDmarc(text)!.faults.length, count));

  for (const text of ['v=DMARC1; p=none; p=reject', 'v=DMARC1; p=none; P=none', 'v=DMARC1; x=1; x=2']) {
    test(`${text}: no record, because a tag is given twice (RFC 6376 §3.2)`, () => assert.equal(parseDmarc(text), null));
  }

  const uris: [uri: string, domain: string | null][] = [
    ['mailto:a@example.org', 'example.org'],
    ['MAILTO:a@EXAMPLE.org', 'example.org'],
    ['mailto:a@example.org!10m', 'example.org'],
    ['mailto:a%2Cb@example.org', 'example.org'],
    ['mailto:a@example.org?subject=x', 'example.org'],
    ['a@example.org', null],
    ['https://example.org/x', null],
    ['mailto:a@b@c', null],
    ['mailto:example.org', null],
    ['', null],
  ];
  for (const [uri, domain] of uris) test(`rua ${uri || 'empty'}`, () => assert.equal(parseDmarc(`v=DMARC1; p=none; rua=${uri}`)!.rua[0]!.domain, domain));

  test('any text is read without an error', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 600 }), text => void parseDmarc(`v=DMARC1;${text}`)), { seed: 9989 });
    fc.assert(fc.property(fc.array(fc.constantFrom('v=DMARC1', ';', 'p=', 'rua=mailto:', '@', '!', ',', ' ', 'fo=1', ':', '%2C')), parts => void parseDmarc(parts.join(''))), { seed: 9989 });
  });
  test('a megabyte of separators takes no time', () => {
    const startedMs = performance.now();
    parseDmarc(`v=DMARC1${';'.repeat(60_000)}`);
    parseDmarc(`v=DMARC1; rua=${'mailto:'.repeat(9000)}`);
    parseDmarc(`v=DMARC1; fo=${'1 :'.repeat(20_000)}`);
    assert.ok(performance.now() - startedMs < 5000);
  });
});

suite('the tree walk asks at most eight names (RFC 9989 §4.10)', () => {
  const cases: [domain: string, names: string[]][] = [
    ['example.org', ['example.org', 'org']],
    ['a.b.example.org', ['a.b.example.org', 'b.example.org', 'example.org', 'org']],
    ['1.2.3.4.5.6.7.8.example.org', ['1.2.3.4.5.6.7.8.example.org', '4.5.6.7.8.example.org', '5.6.7.8.example.org', '6.7.8.example.org', '7.8.example.org', '8.example.org', 'example.org', 'org']],
  ];
  for (const [domain, names] of cases) test(domain, () => assert.deepEqual(walkNames(domain), names));
});

suite('discovery names the organizational domain and the record in force', () => {
  const found = (text: string): Lookup<readonly string[]> => ({ outcome: 'found', value: [text], via: [], ttlSeconds: 60 });
  const steps = (domain: string, records: Record<string, string>) =>
    walkNames(domain).map(name => ({ name, lookup: records[name] === undefined ? { outcome: 'absent' as const, nxdomain: true, via: [] } : found(records[name]) }));
  const cases: [says: string, domain: string, records: Record<string, string>, organizational: string, foundAt: string | null, policy: string | null][] = [
    ['no record: the name itself', 'a.example.org', {}, 'a.example.org', null, null],
    ['fewest labels win', 'a.b.example.org', { 'b.example.org': 'v=DMARC1; p=none', 'example.org': 'v=DMARC1; p=reject' }, 'example.org', 'example.org', 'reject'],
    ['the own record governs the name', 'a.example.org', { 'a.example.org': 'v=DMARC1; p=none', 'example.org': 'v=DMARC1; p=reject' }, 'example.org', 'a.example.org', 'none'],
    ['psd=n ends the walk', 'a.b.example.org', { 'b.example.org': 'v=DMARC1; p=quarantine; psd=n', 'example.org': 'v=DMARC1; p=reject' }, 'b.example.org', 'b.example.org', 'quarantine'],
    ['psd=y: one label below', 'a.b.example.bank', { bank: 'v=DMARC1; p=reject; psd=y' }, 'example.bank', 'bank', 'reject'],
    ['psd=y on the name itself', 'bank', { bank: 'v=DMARC1; p=reject; psd=y' }, 'bank', 'bank', 'reject'],
    ['sp governs subdomains', 'a.example.org', { 'example.org': 'v=DMARC1; p=reject; sp=none' }, 'example.org', 'example.org', 'none'],
    ['a stray TXT of a parent does not end the walk', 'a.b.example.org', { 'b.example.org': 'v=spf1 -all', 'example.org': 'v=DMARC1; p=reject' }, 'example.org', 'example.org', 'reject'],
  ];
  for (const [says, domain, records, organizational, foundAt, policy] of cases) {
    test(says, () => {
      const discovery = discoverByWalk(domain, steps(domain, records));
      assert.deepEqual([discovery.organizationalDomain, discovery.foundAt, discovery.policy?.domain ?? null], [organizational, foundAt, policy]);
    });
  }
  test('subdomains of a name with its own record follow the organizational domain', () => {
    const { policy } = discoverByWalk('a.example.org', steps('a.example.org', { 'a.example.org': 'v=DMARC1; p=none', 'example.org': 'v=DMARC1; p=reject' }));
    assert.deepEqual(policy, { domain: 'none', subdomain: 'reject', nonexistent: 'reject' });
  });
  test('the suffix list stops at the registrable domain', () => {
    const { foundAt } = discoverBySuffixList('a.b.example.co.uk', steps('a.b.example.co.uk', { 'b.example.co.uk': 'v=DMARC1; p=none', 'example.co.uk': 'v=DMARC1; p=reject' }));
    assert.equal(foundAt, 'example.co.uk');
  });
});
