import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { Rate } from './rate.ts';
import { Window } from './window.ts';

/** One period, in which the window is full, and what comes of its questions. */
function period(window: Window, answered: number, failed: number, full = true): number {
  if (full) window.admits(Infinity);
  for (let i = 0; i < answered; i++) window.answered();
  for (let i = 0; i < failed; i++) window.failed();
  window.endPeriod();
  return window.size;
}

suite('a server is asked more while it keeps up, and half as much when it does not', () => {
  const cases: [name: string, periods: [answered: number, failed: number, full?: boolean][], size: number][] = [
    ['it starts small', [], 64],
    ['it grows with every answer', [[64, 0]], 128],
    ['up to its limit', [[10_000, 0]], 1000],
    ['not while there is nothing to ask', [[64, 0, false]], 64],
    ['losses here and there do not count', [[90, 9]], 154],
    ['more than one in ten halves it', [[436, 0], [80, 20]], 290],
    ['after that it grows by steps', [[436, 0], [80, 20], [5000, 0]], 322],
    ['it never closes', [[0, 9], [0, 9], [0, 9], [0, 9], [0, 9], [0, 9], [0, 9]], 64],
  ];
  for (const [name, periods, size] of cases) {
    test(name, () => {
      const window = new Window(1000);
      for (const one of periods) period(window, ...one);
      assert.equal(window.size, size);
    });
  }
  test('as many are open as it has room for', () => {
    const window = new Window(10);
    assert.deepEqual([window.admits(9), window.admits(10)], [true, false]);
  });
});

test('a server is asked no more than its share of each second, and a tenth of it at once', () => {
  let nowMs = 0;
  const rate = new Rate({ now: () => nowMs, monotonicMs: () => nowMs }, 500);
  const spendAll = () => {
    let spent = 0;
    for (; rate.allows; spent++) rate.spend();
    return spent;
  };
  assert.equal(spendAll(), 50);
  nowMs = 20;
  assert.equal(spendAll(), 10);
  nowMs = 60_000;
  assert.equal(spendAll(), 50);
});
