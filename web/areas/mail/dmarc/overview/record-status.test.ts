import assert from 'node:assert/strict';
import test from 'node:test';
import { failingOf, statusOfRate } from './record-status.ts';

test('who fails are wanted senders that do not pass whole; what is forged or unknown is counted by messages', () => {
  assert.deepEqual(failingOf({
    failingSenders: 1,
    byClass: [{ class: 'own', messages: 10, passed: 9 }, { class: 'threat', messages: 8, passed: 0 }, { class: 'unknown', messages: 4, passed: 1 }],
  }), { wanted: 1, forged: 8, unknown: 3 });
});

test('without messages there is no share, and it is neither good nor bad', () => {
  assert.deepEqual([null, 0, 0.9, 0.98, 1].map(statusOfRate), ['off', 'fail', 'warn', 'pass', 'pass']);
});
