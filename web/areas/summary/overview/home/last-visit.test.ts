import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { noteVisit } from './last-visit.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const START = Date.parse('2026-03-01T12:00:00Z');

function storageOf(kept: Record<string, string> = {}) {
  return { getItem: (key: string) => kept[key] ?? null, setItem: (key: string, value: string) => { kept[key] = value; } };
}

suite('what is new since the last visit', () => {
  test('the first visit looks back a week', () => assert.deepEqual(noteVisit('acc', START, storageOf()), { since: new Date(START - 7 * DAY_MS).toISOString(), isFirst: true }));
  test('a reload within a visit does not make what is new old', () => {
    const storage = storageOf();
    noteVisit('acc', START, storage);
    const later = noteVisit('acc', START + DAY_MS, storage);
    assert.deepEqual(later, { since: new Date(START).toISOString(), isFirst: false });
    assert.deepEqual(noteVisit('acc', START + DAY_MS + 20 * MINUTE_MS, storage), later);
  });
  test('accounts do not mix', () => {
    const storage = storageOf();
    noteVisit('acc', START, storage);
    assert.equal(noteVisit('other', START + DAY_MS, storage).isFirst, true);
  });
  test('a browser that keeps nothing, or rubbish, is as new', () => {
    const refusing = { getItem: () => 'rubbish', setItem: () => { throw new Error('full'); } };
    assert.equal(noteVisit('acc', START, refusing).isFirst, true);
  });
});
