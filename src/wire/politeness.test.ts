import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { systemClock } from '../core/clock.ts';
import { createPoliteness } from './politeness.ts';
import { never } from './testing/loopback.ts';

suite('one target bears only so much from all callers together', () => {
  test('at most so many are open, and each that leaves lets one in', async () => {
    const enter = createPoliteness(systemClock, { maxOpen: 2, startsPerSecond: 1000 });
    const leave = await enter('192.0.2.1', never);
    await enter('192.0.2.1', never);
    let third = false;
    const waiting = enter('192.0.2.1', never).then(() => (third = true));
    await enter('192.0.2.2', never);
    assert.equal(third, false);
    leave();
    leave();
    await waiting;
    const giveUp = AbortSignal.timeout(5);
    await assert.rejects(enter('192.0.2.1', giveUp));
  });
  test('starts are spaced in the long run', async () => {
    const enter = createPoliteness(systemClock, { maxOpen: 4, startsPerSecond: 200 });
    const startedMs = performance.now();
    for (let at = 0; at < 24; at++) (await enter('192.0.2.1', never))();
    assert.ok(performance.now() - startedMs >= 90, 'the 20 beyond the first 4 take 5 ms each');
  });
  test('who gives up while waiting takes no place', async () => {
    const enter = createPoliteness(systemClock, { maxOpen: 1, startsPerSecond: 1000 });
    const leave = await enter('192.0.2.1', never);
    await assert.rejects(enter('192.0.2.1', AbortSignal.timeout(5)));
    await assert.rejects(enter('192.0.2.1', AbortSignal.abort()));
    leave();
    (await enter('192.0.2.1', never))();
  });
  test('who gives up during the spacing leaves its place', async () => {
    const enter = createPoliteness(systemClock, { maxOpen: 1, startsPerSecond: 20 });
    (await enter('192.0.2.1', never))();
    await assert.rejects(enter('192.0.2.1', AbortSignal.timeout(5)));
    (await enter('192.0.2.1', never))();
  });
});
