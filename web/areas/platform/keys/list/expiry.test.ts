import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { endOf } from './expiry.ts';

const now = Date.parse('2026-03-01T12:00:00Z');

suite('the end of a new key', () => {
  test('counts days from now', () => assert.equal(endOf('days30', '', now), '2026-03-31T12:00:00.000Z'));
  test('of a day is its end in UTC', () => assert.equal(endOf('date', '2026-03-31', now), '2026-04-01T00:00:00.000Z'));
  test('never is none', () => assert.equal(endOf('never', '2026-03-31', now), undefined));
});
