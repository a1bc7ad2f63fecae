import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { bulkStates, isMadeUp, type BulkLookup, type BulkState, type Wildcard } from '../../../core/outside/bulk-lookup.ts';
import { noSignal } from '../testing/harness.ts';
import { createWildcards } from './wildcards.ts';

const DAY_MS = 86_400_000;

/** Answers by the suffix of the name; what it gives may change from question to question. */
function world(zones: Record<string, readonly [BulkState, ...string[]][]>): { bulkLookup: BulkLookup; asked: string[] } {
  const asked: string[] = [];
  const bulkLookup: BulkLookup = async names => {
    const answers = names.map((name, at) => {
      const answers = zones[name.slice(name.indexOf('.') + 1)]!;
      return answers[at % answers.length]!;
    });
    asked.push(...names);
    return { states: Uint8Array.from(answers, ([state]) => bulkStates.indexOf(state)), records: at => answers[at]!.slice(1), cause: () => null };
  };
  return { bulkLookup, asked };
}

suite('what a suffix answers for names that nobody made is learned by asking for some', () => {
  const cases: [name: string, answers: readonly [BulkState, ...string[]][], state: BulkState, records: string[]][] = [
    ['none exists', [['nxdomain']], 'nxdomain', []],
    ['all exist', [['found', '192.0.2.1']], 'found', ['192.0.2.1']],
    ['the answers of several servers together', [['found', '192.0.2.1'], ['found', '192.0.2.2'], ['nxdomain']], 'found', ['192.0.2.1', '192.0.2.2']],
    ['all exist without a record', [['nodata'], ['unknown']], 'nodata', []],
    ['one that was answered tells', [['unknown'], ['nxdomain']], 'nxdomain', []],
    ['no answer', [['unknown']], 'unknown', []],
  ];
  for (const [name, answers, state, records] of cases) {
    test(name, async () => {
      const wildcards = createWildcards(world({ test: answers }).bulkLookup, { clock: { now: () => 0, monotonicMs: () => 0 }, random: Math.random });
      assert.deepEqual(await wildcards(['test'], 'A', noSignal), [{ state, records: new Set(records) }]);
    });
  }

  test('once a day, each in one batch, under names that are not told twice; and again when nothing was learned', async () => {
    let now = 0;
    const { bulkLookup, asked } = world({ test: [['nxdomain']], example: [['unknown']] });
    const wildcards = createWildcards(bulkLookup, { clock: { now: () => now, monotonicMs: () => now }, random: Math.random });
    const askedBy = async (...suffixes: string[]) => {
      const before = asked.length;
      await wildcards(suffixes, 'A', noSignal);
      return asked.length - before;
    };
    assert.deepEqual([await askedBy('test', 'example', 'test'), await askedBy('test', 'example'), await askedBy('TEST')], [6, 3, 0]);
    now = DAY_MS;
    assert.equal(await askedBy('test'), 3);
    assert.equal(new Set(asked).size, asked.length);
  });
});

suite('an answer that any name gets shows nothing', () => {
  const wildcard = (state: BulkState, ...records: string[]): Wildcard => ({ state, records: new Set(records) });
  const cases: [name: string, wildcard: Wildcard, state: BulkState, records: string[], expected: boolean][] = [
    ['the same', wildcard('found', 'a', 'b'), 'found', ['b'], true],
    ['another', wildcard('found', 'a'), 'found', ['a', 'c'], false],
    ['a record where others have none', wildcard('nodata'), 'found', ['a'], false],
    ['none where others have one too', wildcard('nodata'), 'nodata', [], true],
    ['none where others do not exist', wildcard('nxdomain'), 'nodata', [], false],
    ['a record where nothing is known of others', wildcard('unknown'), 'found', ['a'], false],
    ['a name that does not exist', wildcard('found', 'a'), 'nxdomain', [], false],
  ];
  for (const [name, one, state, records, expected] of cases) test(name, () => assert.equal(isMadeUp(one, state, records), expected));
});
