import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { EndpointSight } from '../../../../core/outside/endpoint-probes.ts';
import { Condition } from './condition.ts';
import { evaluate } from './evaluate.ts';
import { fitsPattern } from './pattern.ts';

const NOW = Date.UTC(2026, 0, 1);
const sight: EndpointSight = {
  phases: { dnsMs: 1, connectMs: 2, tlsMs: 3, firstByteMs: 4, totalMs: 120.4 }, address: '45.54.0.1', failure: null, status: 200,
  headers: [['content-type', 'application/json'], ['x-cache', 'HIT'], ['x-cache', 'edge']],
  body: '{"status":"ok","items":[{"name":"a"},{"name":"b"}],"count":2,"none":null,"deep":{"list":[1,2,3]}}', bodyBytes: 98, tlsExpiresAt: NOW + 20.5 * 86_400_000, answers: ['10 mx.example.org'], rcode: 'NOERROR',
};

const cases: [source: string, op: string, value: unknown, holds: boolean][] = [
  ['status', 'eq', 200, true], ['status', 'eq', '200', true], ['status', 'ne', 200, false], ['status', 'lt', 300, true], ['status', 'in', [200, 204], true], ['status', 'in', [500], false],
  ['responseMs', 'lt', 121, true], ['responseMs', 'gte', 120, true], ['responseMs', 'gt', 120, false], ['tlsDays', 'gt', 19, true], ['tlsDays', 'gt', 20, false],
  ['body', 'contains', '"ok"', true], ['body', 'notContains', 'error', true], ['bodyBytes', 'lte', 98, true], ['ip', 'matches', '45.54.*', true], ['connected', 'eq', true, true],
  ['header:X-Cache', 'eq', 'edge', true], ['header:x-missing', 'exists', null, false], ['header:x-missing', 'empty', null, true], ['header:x-missing', 'ne', 'a', true], ['header:x-missing', 'eq', '', false],
  ['json:status', 'eq', 'ok', true], ['json:items[1].name', 'eq', 'b', true], ['json:items[2].name', 'exists', null, false], ['jsonLength:items', 'eq', 2, true], ['jsonLength:deep', 'eq', 1, true],
  ['json:none', 'eq', null, true], ['json:missing', 'eq', null, false], ['json:count', 'gt', 1, true], ['json:deep.list', 'contains', 2, true], ['json:__proto__', 'exists', null, false], ['json:constructor.name', 'exists', null, false],
  ['dnsAnswer', 'contains', 'mx.example.org', true], ['rcode', 'eq', 'NOERROR', true], ['json:missing', 'lt', 5, false], ['json:none', 'lt', 5, false],
];
suite('a condition', () => {
  for (const [source, op, value, holds] of cases) {
    test(`${source} ${op} ${JSON.stringify(value)} ${holds ? 'holds' : 'does not hold'}`, () => assert.equal(evaluate([Condition.parse({ source, op, value })], sight, NOW)[0]!.holds, holds));
  }
  test('on a body that is no JSON holds only where nothing is wanted', () => {
    const judged = evaluate([Condition.parse({ source: 'json:a', op: 'eq', value: 1 }), Condition.parse({ source: 'json:a', op: 'empty' })], { ...sight, body: '{"a":1' }, NOW);
    assert.deepEqual(judged.map(one => one.holds), [false, true]);
  });
  for (const source of ['nothing', 'header:', 'json:\n', 'header:a b', 'json:'.padEnd(300, 'a')]) test(`on ${JSON.stringify(source.slice(0, 20))} is refused`, () => assert.equal(Condition.safeParse({ source, op: 'exists' }).success, false));
});

const patterns: [pattern: string, text: string, fits: boolean][] = [
  ['abc', 'abc', true], ['abc', 'abcd', false], ['*', '', true], ['a*', 'abc', true], ['*c', 'abc', true], ['a*c', 'ac', true], ['a*a', 'a', false], ['*b*', 'abc', true], ['a*b*c', 'axxbyyc', true], ['a*b*c', 'acb', false], ['a.c', 'abc', false], ['*aa*aa*', 'aaa', false],
];
suite('a pattern', () => {
  for (const [pattern, text, fits] of patterns) test(`${pattern} ${fits ? 'fits' : 'does not fit'} ${JSON.stringify(text)}`, () => assert.equal(fitsPattern(pattern, text), fits));
  test('of many stars takes no time', () => {
    const startedMs = performance.now();
    assert.equal(fitsPattern(`${'*a'.repeat(400)}*b`, 'a'.repeat(200_000)), false);
    assert.ok(performance.now() - startedMs < 500);
  });
});
