import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import * as fc from 'fast-check';
import type { Look } from '../../core/lookup.ts';
import type { Looking } from '../check.ts';
import { goldenSuite } from '../golden.ts';
import type { AllFacts } from '../index.ts';
import { analyzeBimi, type DmarcView } from './analyze.ts';
import { collectBimi, type BimiFacts } from './collect.ts';
import { bimiCheck } from './index.ts';
import { isHttpsUrl, isSvgUrl, parseBimi } from './parse.ts';
import { rules } from './rules.ts';

type Answer = Look<readonly string[]>;
const absent: Answer = { outcome: 'absent', nxdomain: true, via: [] };
const failed: Answer = { outcome: 'failed', kind: 'timeout', cause: 'timeout at 192.0.2.53' };
const found = (text: string): Answer => ({ outcome: 'found', value: [text], via: [], ttlSeconds: 300 });
const full = 'v=BIMI1; l=https://example.org/logo.svg; a=https://example.org/logo.pem';

goldenSuite<BimiFacts, DmarcView>('analyzeBimi agrees with every golden case', import.meta.url, rules, ({ facts, others }) => analyzeBimi(facts, others));

suite('parseBimi reads assertion records', () => {
  const logo = 'https://example.org/logo.svg';
  const cases: [text: string, expected: Omit<NonNullable<ReturnType<typeof parseBimi>>, 'text' | 'faults'>][] = [
    [full, { location: logo, authority: 'https://example.org/logo.pem', declined: false }],
    [` v = BIMI1 ; l=${logo} ; avp=brand;`, { location: logo, authority: null, declined: false }],
    ['v=BIMI1; l=; a=;', { location: '', authority: null, declined: true }],
    ['v=BIMI1; l=', { location: '', authority: null, declined: true }],
    ['v=BIMI1; l=; a=https://example.org/logo.pem', { location: '', authority: 'https://example.org/logo.pem', declined: false }],
  ];
  for (const [text, expected] of cases) test(text, () => assert.deepEqual(parseBimi(text), { text, ...expected, faults: [] }));
});

suite('parseBimi names the fault', () => {
  const cases: [text: string, fault: RegExp][] = [
    ['v=bimi1; l=https://example.org/logo.svg', /begin with v=BIMI1/],
    ['l=https://example.org/logo.svg; v=BIMI1', /begin with v=BIMI1/],
    ['"v=BIMI1; l=https://example.org/logo.svg"', /no tag=value pair/],
    ['v=BIMI1', /no l= tag/],
    ['v=BIMI1; l=; l=', /l= is given twice/],
    ['v=BIMI1;; l=', /nothing between two semicolons/],
  ];
  for (const [text, fault] of cases) test(text, () => assert.match(parseBimi(text)?.faults.join('; ') ?? '', fault));
  for (const text of ['', 'v=spf1 -all', 'l=https://example.org/logo.svg']) test(`${JSON.stringify(text)} is another record`, () => assert.equal(parseBimi(text), null));
});

suite('isHttpsUrl and isSvgUrl take one whole address', () => {
  const cases: [text: string, https: boolean, svg: boolean][] = [
    ['https://example.org/logo.svg', true, true],
    ['https://example.org/LOGO.SVG?v=2', true, true],
    ['https://example.org/logo.png', true, false],
    ['https://example.org/?logo.svg', true, false],
    ['http://example.org/logo.svg', false, false],
    ['https://example.org/a.svg,https://example.org/b.svg', false, false],
    ['https:///', false, false],
    ['logo.svg', false, false],
    ['', false, false],
  ];
  for (const [text, https, svg] of cases) test(JSON.stringify(text), () => assert.deepEqual([isHttpsUrl(text), isSvgUrl(text)], [https, svg]));
});

function parse(text: string): void {
  const record = parseBimi(text);
  isSvgUrl(record?.location ?? text);
  assert.ok((record?.faults.length ?? 0) <= 8);
}

suite('parsing is total', () => {
  const options = { seed: 2021, numRuns: 2000 };
  const mutated = fc.tuple(fc.constantFrom(full, 'v=BIMI1; l=; a='), fc.nat(80), fc.nat(8), fc.string({ unit: 'binary', maxLength: 8 }))
    .map(([text, at, cut, insert]) => text.slice(0, at) + insert + text.slice(at + cut));
  test('on arbitrary text', () => fc.assert(fc.property(fc.string({ unit: 'binary' }), text => parse(`v=BIMI1;${text}`)), options));
  test('on real records with changes', () => fc.assert(fc.property(mutated, parse), options));
  for (const unit of [';', ' ', '=', 'l=;', '"', 'a', ',']) {
    test(`64 KiB of ${JSON.stringify(unit)} take no time`, () => {
      const startedMs = performance.now();
      for (const prefix of ['', 'v=BIMI1;l=https://']) parse(prefix + unit.repeat(65536 / unit.length));
      assert.ok(performance.now() - startedMs < 500);
    });
  }
});

suite('collectBimi asks the domain and its organizational domain', () => {
  const cases: [domain: string, names: string[]][] = [
    ['example.org', ['default._bimi.example.org']],
    ['news.example.co.uk', ['default._bimi.news.example.co.uk', 'default._bimi.example.co.uk']],
    ['co.uk', ['default._bimi.co.uk']],
  ];
  for (const [domain, names] of cases) {
    test(domain, async () => {
      const { places } = await collectBimi({ domain, dns: { look: async () => absent } } as unknown as Looking);
      assert.deepEqual(places.map(({ name }) => name), names);
    });
  }
});

suite('records.bimi tells found, missing and failed apart', () => {
  const nothing = { record: null, location: null, authority: null, declined: false };
  const logo = { record: full, location: 'https://example.org/logo.svg', authority: 'https://example.org/logo.pem', declined: false };
  const cases: [says: string, look: Answer, issues: string[], expected: unknown][] = [
    ['found', found(full), [], { status: 'ok', ...logo }],
    ['found with an issue', found(full), ['x'], { status: 'error', ...logo }],
    ['declined', found('v=BIMI1; l=; a='), [], { status: 'ok', record: 'v=BIMI1; l=; a=', location: '', authority: null, declined: true }],
    ['absent', absent, [], { status: 'missing', ...nothing }],
    ['failed', failed, ['x'], { status: 'error', ...nothing }],
  ];
  for (const [says, look, issues, expected] of cases) {
    const facts = { bimi: { domain: 'example.org', places: [{ name: 'default._bimi.example.org', look }] } } as unknown as AllFacts;
    test(says, () => assert.deepEqual(bimiCheck.present(facts, issues), expected));
  }
});
