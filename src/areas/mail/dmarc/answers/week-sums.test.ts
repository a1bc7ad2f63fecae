import assert from 'node:assert/strict';
import test from 'node:test';
import { weekOf } from '../store/days.ts';
import { partsOf } from './week-sums.ts';

test('whole weeks and the days around them are every day of the period, once', () => {
  for (let from = 20_000; from < 20_007; from++) {
    for (let length = 1; length <= 100; length++) {
      const to = from + length - 1;
      const { weeks, days } = partsOf({ from, to });
      const read = days.flatMap(part => Array.from({ length: Math.max(0, part.to - part.from + 1) }, (_, at) => part.from + at));
      for (let week = weeks.from; week < weeks.end; week += 7) {
        assert.equal(weekOf(week), week);
        read.push(...Array.from({ length: 7 }, (_, at) => week + at));
      }
      assert.deepEqual(read.toSorted((a, b) => a - b), Array.from({ length }, (_, at) => from + at), `${from}, ${length} days`);
    }
  }
});
