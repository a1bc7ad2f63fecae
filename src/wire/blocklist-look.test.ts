import assert from 'node:assert/strict';
import test from 'node:test';
import type { Look } from '../core/lookup.ts';
import { createBlocklistLook } from './blocklist-look.ts';

const MINUTE_MS = 60_000;
const answers = { 'works.example': { outcome: 'absent', nxdomain: true, via: [] }, 'fails.example': { outcome: 'failed', kind: 'timeout', cause: 'timeout' } } as const;

function remembering() {
  let nowMs = 0;
  const asked: string[] = [];
  const resolver = { look: async (name: keyof typeof answers): Promise<Look<never>> => { asked.push(name); return answers[name]; } } as unknown as Parameters<typeof createBlocklistLook>[0]['resolver'];
  const look = createBlocklistLook({ resolver, clock: { now: () => nowMs, monotonicMs: () => nowMs }, zones: null, spamhausKey: null });
  return { look, asked, pass: (ms: number) => { nowMs += ms; } };
}

test('an answer of a test point is remembered for a day', async () => {
  const { look, asked, pass } = remembering();
  await Promise.all([look.testPoint('works.example'), look.testPoint('works.example')]);
  pass(23 * 60 * MINUTE_MS);
  assert.equal((await look.testPoint('works.example')).outcome, 'absent');
  assert.equal(asked.length, 1);
  pass(61 * MINUTE_MS);
  await look.testPoint('works.example');
  assert.equal(asked.length, 2);
});

test('a failure is remembered for minutes', async () => {
  const { look, asked, pass } = remembering();
  await look.testPoint('fails.example');
  pass(9 * MINUTE_MS);
  assert.equal((await look.testPoint('fails.example')).outcome, 'failed');
  assert.equal(asked.length, 1);
  pass(2 * MINUTE_MS);
  await look.testPoint('fails.example');
  assert.equal(asked.length, 2);
});
