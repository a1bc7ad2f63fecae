import assert from 'node:assert/strict';
import test from 'node:test';
import type { NameStream } from '../core/outside/name-stream.ts';
import { later } from './ct/ask.ts';
import { createNameStreams, type ListStreams } from './name-streams.ts';

const MINUTE_MS = 60_000;
const never = new AbortController().signal;
const stream = (id: string): NameStream => ({ id, source: 'ct', next: () => Promise.resolve(later('nothing')) });

test('a list is asked for again after an hour, and stays as it was while it cannot be read', async () => {
  let nowMs = 0;
  let [asked, answer]: [number, Awaited<ReturnType<ListStreams>>] = [0, later('busy', 5 * MINUTE_MS)];
  const clock = { now: () => nowMs, monotonicMs: () => nowMs };
  const all = createNameStreams(clock, [() => { asked++; return Promise.resolve(answer); }, () => Promise.resolve({ outcome: 'streams', streams: [stream('b')] })]);
  const ids = async () => (await all.list(never)).streams.map(({ id }) => id);

  assert.deepEqual(await all.list(never).then(({ failures }) => failures), ['busy']);
  nowMs = 5 * MINUTE_MS - 1;
  assert.deepEqual([await ids(), asked], [['b'], 1], 'it asked for five minutes');
  nowMs = 5 * MINUTE_MS;
  answer = { outcome: 'streams', streams: [stream('a')] };
  assert.deepEqual([await ids(), asked], [['a', 'b'], 2]);
  const [first] = (await all.list(never)).streams;
  answer = later('gone');
  nowMs += 60 * MINUTE_MS;
  assert.deepEqual(await all.list(never), { streams: [first, ...(await all.list(never)).streams.slice(1)], failures: ['gone'] });
  answer = { outcome: 'streams', streams: [stream('a'), stream('c')] };
  nowMs += MINUTE_MS;
  assert.deepEqual(await ids(), ['a', 'c', 'b']);
  assert.equal((await all.list(never)).streams[0], first, 'a stream keeps what it knows');
});
