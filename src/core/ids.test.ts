import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import test, { suite } from 'node:test';
import { canonicalJson, type Json } from './canonical-json.ts';
import { createNewId } from './ids.ts';
import { cutPage, decodeCursor } from './page.ts';
import { Problem } from './problem.ts';

suite('ids sort by time and cannot be guessed', () => {
  test('the form is a prefix and 26 characters', () => assert.match(createNewId({ now: () => 1_763_700_000_000 }, randomBytes)('key'), /^key_[0-9a-hjkmnp-tv-z]{26}$/));
  test('a later id is a greater text', () => {
    const at = [0, 1, 31, 32, 1_763_700_000_000, 1_763_700_000_001, 9_999_999_999_999];
    const ids = at.map(now => createNewId({ now: () => now }, randomBytes)('key'));
    assert.deepEqual(ids.toSorted(), ids);
  });
  test('all 80 random bits show', () => {
    const of = (bytes: number[]) => createNewId({ now: () => 0 }, () => Uint8Array.from(bytes))('key');
    assert.equal(of([255, 255, 255, 255, 255, 255, 255, 255, 255, 255]), 'key_0000000000zzzzzzzzzzzzzzzz');
    const all = new Set(Array.from({ length: 80 }, (_, bit) => of(Array.from({ length: 10 }, (__, byte) => (byte === bit >> 3 ? 1 << (bit & 7) : 0)))));
    assert.equal(all.size, 80);
  });
});

suite('canonical JSON is one text for one value (RFC 8785)', () => {
  const cases: [value: Json, text: string][] = [
    [{ b: 1, a: [true, null, 'x'] }, '{"a":[true,null,"x"],"b":1}'],
    [{ '€': 1, '\r': 2, '1': 3, 'ö': 4, '\u0080': 5 }, '{"\\r":2,"1":3,"\u0080":5,"ö":4,"€":1}'],
    [[1e21, 0.000001, -0, 1.0], '[1e+21,0.000001,0,1]'],
    [{ gone: undefined, kept: {} }, '{"kept":{}}'],
  ];
  for (const [value, text] of cases) test(text, () => assert.equal(canonicalJson(value), text));
});

suite('pages', () => {
  const rows = [{ at: 3, id: 'key_c' }, { at: 2, id: 'key_b' }, { at: 1, id: 'key_a' }];
  test('the row too many says that there is more, and the cursor leads to it', () => {
    const page = cutPage('keys.list', rows, 2, row => row, ({ id }) => id);
    assert.deepEqual(page.data, ['key_c', 'key_b']);
    assert.deepEqual(decodeCursor('keys.list', page.nextCursor!), { at: 2, id: 'key_b' });
  });
  test('the last page has no cursor', () => assert.equal(cutPage('keys.list', rows, 3, row => row, ({ id }) => id).nextCursor, null));
  test('a cursor of another list is refused', () => assert.throws(() => decodeCursor('people.list', cutPage('keys.list', rows, 2, row => row, () => null).nextCursor!), Problem));
  for (const cursor of ['x', 'MTpub3BlJw', Buffer.from("1:key_' or 1=1").toString('base64url')]) {
    test(`a cursor that no page gave is refused: ${cursor}`, () => assert.throws(() => decodeCursor('keys.list', cursor), Problem));
  }
});
