import assert from 'node:assert/strict';
import test from 'node:test';
import { eachDay } from './day-counts.ts';

const none = (day: string) => ({ day, count: 0 });

test('every day of the time has an entry, days without anything as well, over the end of a month', () => {
  assert.deepEqual(eachDay('2026-02-27', '2026-03-02', [{ day: '2026-02-28', count: 3 }, { day: '2026-03-02', count: 1 }], none).map(({ day, count }) => `${day} ${count}`),
    ['2026-02-27 0', '2026-02-28 3', '2026-03-01 0', '2026-03-02 1']);
  assert.deepEqual(eachDay('2026-03-02', '2026-03-02', [], none), [{ day: '2026-03-02', count: 0 }]);
  assert.deepEqual(eachDay('2026-03-02', '2026-03-01', [], none), []);
});
