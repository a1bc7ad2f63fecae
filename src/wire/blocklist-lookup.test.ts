import assert from 'node:assert/strict';
import test from 'node:test';
import type { Lookup } from '../core/lookup.ts';
import { createBlocklistLookup } from './blocklist-lookup.ts';

const MINUTE_MS = 60_000;
const answers = { 'works.example': { outcome: 'absent', nxdomain: true, via: [] }, 'fails.example': { outcome: 'failed', kind: 'timeout', cause: 'timeout' } } as const;

function remembering() {
  let nowMs = 0;
  const asked: string[] = [];
  const resolver = { lookup: async (name: keyof typeof answers): Promise<Lookup<never>> => { asked.push(name); return answers[name]; } } as unknown as Parameters<typeof createBlocklistLookup>[0]['resolver'];
  const blocklists = createBlocklistLookup({ resolver, clock: { now: () => nowMs, monotonicMs: () => nowMs }, zones: null, spamhausKey: null });
  return { lookup: blocklists, asked, pass: (ms: number) => { nowMs += ms; } };
}

test('an answer of a test point is remembered for a day', async () => {
  const { lookup: blocklists, asked, pass } = remembering();
  await Promise.all([blocklists.testPoint('works.example'), blocklists.testPoint('works.example')]);
  pass(23 * 60 * MINUTE_MS);
  assert.equal((await blocklists.testPoint('works.example')).outcome, 'absent');
  assert.equal(asked.length, 1);
  pass(61 * MINUTE_MS);
  await blocklists.testPoint('works.example');
  assert.equal(asked.length, 2);
});

test('a failure is remembered for minutes', async () => {
  const { lookup: blocklists, asked, pass } = remembering();
  await blocklists.testPoint('fails.example');
  pass(9 * MINUTE_MS);
  assert.equal((await blocklists.testPoint('fails.example')).outcome, 'failed');
  assert.equal(asked.length, 1);
  pass(2 * MINUTE_MS);
  await blocklists.testPoint('fails.example');
  assert.equal(asked.length, 2);
});
