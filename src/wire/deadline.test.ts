import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { startTimeout } from './deadline.ts';

suite('a timeout counts only the time in which answers could be heard', () => {
  test('a process that was held up reads what has arrived before the time is over', async () => {
    const heard: string[] = [];
    const startedMs = performance.now();
    // Long enough that whatever else holds the machine up does not matter.
    const over = new Promise<void>(resolve => {
      startTimeout(() => { heard.push('over'); resolve(); }, 300);
    });
    setImmediate(() => {
      const untilMs = startedMs + 600;
      while (performance.now() < untilMs) { /* Held up: no timer fires and nothing is read. */ }
      setImmediate(() => setImmediate(() => heard.push('answer')));
    });
    await over;
    assert.deepEqual(heard, ['answer', 'over']);
  });

  test('one that was not held up waits no longer than it said', async () => {
    const startedMs = performance.now();
    await new Promise<void>(resolve => { startTimeout(resolve, 30); });
    assert.ok(performance.now() - startedMs < 1000, 'at once when it is due');
  });

  test('cancelled, it never ends', async () => {
    let over = false;
    startTimeout(() => { over = true; }, 5)();
    await new Promise(resolve => { setTimeout(resolve, 30); });
    assert.equal(over, false);
  });
});
