import assert from 'node:assert/strict';
import test from 'node:test';
import { byDay, bySeverity } from './groups.ts';
import type { DomainEvent } from './types.ts';

const event = (id: string, createdAt: string, state: DomainEvent['state'], severity: DomainEvent['severity'] = 'medium') => ({ id, createdAt, state, severity }) as DomainEvent;

test('the most severe come first, equal ones in their order', () => {
  const events = [event('a', '2026-03-02T08:00:00Z', 'open', 'low'), event('b', '2026-03-01T23:59:59Z', 'open', 'critical'), event('c', '2026-03-01T00:00:00Z', 'open', 'critical')];
  assert.equal(bySeverity(events).map(({ id }) => id).join(''), 'bca');
});

test('what is settled comes by day', () => {
  const groups = byDay([
    event('b', '2026-03-02T07:00:00Z', 'authorized'), event('d', '2026-03-01T00:00:00Z', 'reverted'), event('e', '2026-02-20T00:00:00Z', 'superseded'),
  ], new Date('2026-03-02T09:00:00Z'));
  assert.deepEqual(groups.map(({ title, events }) => [title, events.map(({ id }) => id).join('')]), [['Today', 'b'], ['Yesterday', 'd'], ['20 Feb 2026', 'e']]);
});
