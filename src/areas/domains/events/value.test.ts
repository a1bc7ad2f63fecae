import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { mergeByKey, type Value } from './value.ts';

/** By their first letter; of these, all but `z` are asked about. */
const keysThat = (forgets: boolean) => ({ of: (line: string) => line.split(' ', 1)[0]!, isAsked: (key: string) => key !== 'z', forgets });

suite('a value whose lines belong to keys', () => {
  const cases: [says: string, accepted: Value, seen: Value, reported: Value | null, expected: Partial<ReturnType<typeof mergeByKey>>][] = [
    ['what could not be read stays as it is accepted', ['a 1', 'b 2'], ['a 1'], null, { accepted: ['a 1', 'b 2'], seen: ['a 1', 'b 2'], isPartial: true }],
    ['what is asked about for the first time is accepted', ['a 1'], ['a 1', 'b 2'], null, { accepted: ['a 1', 'b 2'], seen: ['a 1', 'b 2'], isPartial: false }],
    ['what was read and differs is a change', ['a 1'], ['a 2'], null, { accepted: ['a 1'], seen: ['a 2'] }],
    ['what could not be read while a change of it is reported stays as it was reported', ['a 1', 'b 2'], ['a 1'], ['a 1', 'b 3'], { seen: ['a 1', 'b 3'], reported: ['a 1', 'b 3'] }],
    ['what is asked about for the first time is no change of what is reported', ['a 1'], ['a 2', 'b 2'], ['a 2'], { accepted: ['a 1', 'b 2'], seen: ['a 2', 'b 2'], reported: ['a 2', 'b 2'] }],
    ['what is reported of a key that is not asked about any more has ended', ['a 1', 'z 1'], ['a 1'], ['a 1', 'z 2'], { accepted: ['a 1', 'z 1'], seen: ['a 1', 'z 1'], reported: ['a 1', 'z 1'], isPartial: false }],
  ];
  for (const [says, accepted, seen, reported, expected] of cases) test(says, () => assert.partialDeepStrictEqual(mergeByKey(accepted, seen, keysThat(false), reported), expected));
  test('what comes and goes is forgotten, so that it fills no room', () => {
    assert.deepEqual(mergeByKey(['a 1', 'z 1'], ['a 1', 'b 1'], keysThat(true), ['a 1', 'z 2']), { accepted: ['a 1', 'b 1'], seen: ['a 1', 'b 1'], reported: ['a 1', 'b 1'], isPartial: false });
  });
});
