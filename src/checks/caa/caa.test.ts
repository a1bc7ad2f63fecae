import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import * as fc from 'fast-check';
import type { Lookup } from '../../core/lookup.ts';
import type { CollectContext } from '../check.ts';
import { goldenSuite } from '../golden.ts';
import type { AllFacts } from '../index.ts';
import { analyzeCaa, type Others } from './analyze.ts';
import { collectCaa, type CaaFacts, type CaaRecord } from './collect.ts';
import { caaCheck } from './index.ts';
import { isReportUrl, isSatisfiable, parseIssue } from './parse.ts';
import { rules } from './rules.ts';

type Answer = Lookup<readonly CaaRecord[]>;
const absent: Answer = { outcome: 'absent', nxdomain: false, via: [] };
const failed: Answer = { outcome: 'failed', kind: 'timeout', cause: 'timeout at 192.0.2.53' };
const records: readonly CaaRecord[] = [{ flags: 0, tag: 'issue', value: 'letsencrypt.org' }];
const found: Answer = { outcome: 'found', value: records, via: [], ttlSeconds: 300 };

goldenSuite<CaaFacts, Others>('analyzeCaa agrees with every golden case', import.meta.url, rules, ({ facts, others }) => analyzeCaa(facts, others));

suite('parseIssue keeps to the grammar of RFC 8659 §4.2', () => {
  const cases: [text: string, expected: ReturnType<typeof parseIssue>][] = [
    ['letsencrypt.org', { issuer: 'letsencrypt.org', parameters: [] }],
    [' CA.example ; ', { issuer: 'ca.example', parameters: [] }],
    [';', { issuer: '', parameters: [] }],
    ['', { issuer: '', parameters: [] }],
    ['ca.example; account=230123; policy=ev', { issuer: 'ca.example', parameters: [{ name: 'account', value: '230123' }, { name: 'policy', value: 'ev' }] }],
    ['ca.example;accounturi=https://ca.example/a?b=c', { issuer: 'ca.example', parameters: [{ name: 'accounturi', value: 'https://ca.example/a?b=c' }] }],
    ['; a = b', { issuer: '', parameters: [{ name: 'a', value: 'b' }] }],
    ['https://ca.example', null],
    ['ca.example account=1', null],
    ['"ca.example"', null],
    ['ca..example', null],
    ['-ca.example', null],
    ['ca-.example', null],
    ['ca_1.example', null],
    ['ca.example; account', null],
    ['ca.example; a=b;', null],
    ['ca.example; -a=b', null],
    ['ca.example; a=b c', null],
    ['%%%%%', null],
  ];
  for (const [text, expected] of cases) test(JSON.stringify(text), () => assert.deepEqual(parseIssue(text), expected));
});

suite('isSatisfiable follows RFC 8657 §3 and §4', () => {
  const cases: [text: string, satisfiable: boolean][] = [
    ['ca.example; accounturi=https://ca.example/1; validationmethods=dns-01,ca-own', true],
    ['ca.example; unknown=1; unknown=2', true],
    ['ca.example; accounturi=nowhere', false],
    ['ca.example; accounturi=https://ca.example/1; accounturi=https://ca.example/2', false],
    ['ca.example; validationmethods=', false],
    ['ca.example; validationmethods=dns-01,', false],
    ['not a name', false],
  ];
  for (const [text, satisfiable] of cases) test(text, () => assert.equal(isSatisfiable(parseIssue(text)), satisfiable));
});

suite('isReportUrl knows mailto: and http(s):', () => {
  const cases: [text: string, expected: boolean][] = [
    ['mailto:security@example.org', true],
    ['https://example.org/caa', true],
    ['security@example.org', false],
    ['mailto:security', false],
    ['ftp://example.org', false],
    ['https://', false],
  ];
  for (const [text, expected] of cases) test(text, () => assert.equal(isReportUrl(text), expected));
});

function parse(text: string): void {
  isSatisfiable(parseIssue(text));
  isReportUrl(text);
}

suite('parsing is total', () => {
  const options = { seed: 8659, numRuns: 2000 };
  const real = ['letsencrypt.org; accounturi=https://ca.example/1', ' ; ', 'ca.example;validationmethods=dns-01', 'mailto:a@example.org'];
  const mutated = fc.tuple(fc.constantFrom(...real), fc.nat(60), fc.nat(8), fc.string({ unit: 'binary', maxLength: 8 }))
    .map(([text, at, cut, insert]) => text.slice(0, at) + insert + text.slice(at + cut));
  test('on arbitrary text', () => fc.assert(fc.property(fc.string({ unit: 'binary' }), parse), options));
  test('on real values with changes', () => fc.assert(fc.property(mutated, parse), options));
  for (const unit of [';', ' ', '-', 'a.', '.-', 'a=b;', 'mailto:', '@', ',a']) {
    test(`64 KiB of ${JSON.stringify(unit)} take no time`, () => {
      const startedMs = performance.now();
      for (const prefix of ['', 'a;validationmethods=a', 'mailto:a']) parse(prefix + unit.repeat(65536 / unit.length));
      assert.ok(performance.now() - startedMs < 4000);
    });
  }
});

/** The names asked for, and the facts, of a climb from `domain`. */
async function climb(domain: string): Promise<{ asked: string[]; facts: CaaFacts }> {
  const asked: string[] = [];
  const lookup = async (name: string) => {
    asked.push(name);
    return absent;
  };
  return { facts: await collectCaa({ domain, dns: { lookup } } as unknown as CollectContext), asked };
}

suite('collectCaa asks every level up to the top-level domain', () => {
  test('all of a usual name', async () => {
    const { asked, facts } = await climb('a.b.example.org');
    assert.deepEqual(asked, ['a.b.example.org', 'b.example.org', 'example.org', 'org']);
    assert.deepEqual(facts.levels.map(({ name }) => name), asked);
  });
  test('the nearest ten of a very deep name, and then nothing is said of the rest', async () => {
    const { asked, facts } = await climb(`${'a.'.repeat(60)}example.org`);
    assert.equal(asked.length, 10);
    assert.equal(facts.levels.at(-1)!.lookup.outcome, 'failed');
  });
});

suite('records.caa tells found, missing and failed apart', () => {
  const cases: [says: string, lookup: Answer, issues: string[], expected: unknown][] = [
    ['found', found, [], { status: 'ok', records, at: 'example.org' }],
    ['found with an issue', found, ['x'], { status: 'error', records, at: 'example.org' }],
    ['absent', absent, ['x'], { status: 'missing', records: [], at: null }],
    ['failed', failed, ['x'], { status: 'error', records: [], at: null }],
  ];
  for (const [says, lookup, issues, expected] of cases) {
    const facts = { caa: { domain: 'example.org', levels: [{ name: 'example.org', lookup }] } } as unknown as AllFacts;
    test(says, () => assert.deepEqual(caaCheck.present(facts, issues), expected));
  }
});
