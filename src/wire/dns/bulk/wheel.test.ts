import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import * as fc from 'fast-check';
import { Wheel } from './wheel.ts';

suite('a slot is due once, after as many ticks as it was set for', () => {
  test('whatever is set, set again and cleared, as a plain table of moments says', () => {
    const step = fc.oneof(
      fc.record({ does: fc.constant('set' as const), slot: fc.nat(7), ticks: fc.integer({ min: 1, max: 255 }) }),
      fc.record({ does: fc.constant('clear' as const), slot: fc.nat(7), ticks: fc.constant(0) }),
      fc.record({ does: fc.constant('advance' as const), slot: fc.constant(0), ticks: fc.integer({ min: 1, max: 300 }) }),
    );
    fc.assert(fc.property(fc.array(step, { maxLength: 40 }), steps => {
      const wheel = new Wheel(8);
      const moments = new Map<number, number>();
      let now = 0;
      for (const { does, slot, ticks } of steps) {
        if (does === 'set') moments.set(slot, now + ticks);
        if (does === 'set') wheel.set(slot, ticks);
        if (does === 'clear') moments.delete(slot);
        if (does === 'clear') wheel.clear(slot);
        for (let left = does === 'advance' ? ticks : 0; left > 0; left--) {
          now++;
          const due: number[] = [];
          wheel.advance(one => due.push(one));
          const expected = [...moments].filter(([, moment]) => moment === now).map(([one]) => one);
          for (const one of expected) moments.delete(one);
          assert.deepEqual(new Set(due), new Set(expected));
          assert.equal(due.length, expected.length);
        }
      }
    }));
  });

  test('one that sets itself again is due again later', () => {
    const wheel = new Wheel(1);
    let times = 0;
    wheel.set(0, 1);
    for (let tick = 0; tick < 10; tick++) {
      wheel.advance(slot => {
        times++;
        wheel.set(slot, 2);
      });
    }
    assert.equal(times, 5);
  });
});
