import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import fc from 'fast-check';
import { goldenSuite } from '../golden.ts';
import { analyzeMtaSts, type Others } from './analyze.ts';
import type { MtaStsFacts } from './collect.ts';
import { isSts, matchesPattern, parseStsId, parseStsPolicy } from './parse.ts';
import { rules } from './rules.ts';

goldenSuite<MtaStsFacts, Others>('analyzeMtaSts agrees with every golden case', import.meta.url, rules, ({ facts, others }) => analyzeMtaSts(facts, others));

suite('an MTA-STS record has a version and an id (RFC 8461 §3.1)', () => {
  const cases: [text: string, is: boolean, id: string | null][] = [
    ['v=STSv1; id=20261121T000000;', true, '20261121T000000'],
    ['v=STSv1;id=1', true, '1'],
    ['v=STSv1; id=', true, null],
    ['v=STSv1; id=a-b', true, null],
    [`v=STSv1; id=${'1'.repeat(33)}`, true, null],
    ['v=STSv1', true, null],
    ['v=STSv2; id=1', false, '1'],
    [' v=STSv1; id=1', false, '1'],
    ['', false, null],
  ];
  for (const [text, is, id] of cases) test(JSON.stringify(text), () => assert.deepEqual([isSts(text), parseStsId(text)], [is, id]));
});

suite('a wildcard stands for exactly one label (RFC 8461 §4.1)', () => {
  const cases: [host: string, pattern: string, matches: boolean][] = [
    ['mx.example.org', 'mx.example.org', true],
    ['mx.example.org', '*.example.org', true],
    ['a.mx.example.org', '*.example.org', false],
    ['example.org', '*.example.org', false],
    ['evilexample.org', '*.example.org', false],
    ['mx.example.org', 'example.org', false],
  ];
  for (const [host, pattern, matches] of cases) test(`${host} and ${pattern}`, () => assert.equal(matchesPattern(host, pattern), matches));
});

test('any policy text is read without an error, in linear time', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 500 }), text => void parseStsPolicy(text)), { seed: 8461 });
  fc.assert(fc.property(fc.array(fc.constantFrom('version: STSv1', 'mode:', 'mx: *.', ':', '\r', '\n', 'max_age: 1', ' ', 'mx: a.b')), parts => void parseStsPolicy(parts.join(''))), { seed: 8461 });
  const startedMs = performance.now();
  parseStsPolicy(`mx: ${'a.'.repeat(32_000)}`);
  parseStsPolicy('mx: -\n'.repeat(10_000));
  assert.ok(performance.now() - startedMs < 5000);
});
