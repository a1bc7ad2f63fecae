import assert from 'node:assert/strict';
import test from 'node:test';
import { groupsOf } from './groups.ts';
import type { DomainEvent } from './types.ts';

const event = (id: string, createdAt: string, state: DomainEvent['state'], severity: DomainEvent['severity'] = 'medium') => ({ id, createdAt, state, severity }) as DomainEvent;

test('what waits comes first with the gravest at its top, the rest by day', () => {
  const groups = groupsOf([
    event('a', '2026-03-02T08:00:00Z', 'open', 'low'), event('b', '2026-03-02T07:00:00Z', 'authorized'), event('c', '2026-03-01T23:59:59Z', 'open', 'critical'),
    event('d', '2026-03-01T00:00:00Z', 'reverted'), event('e', '2026-02-20T00:00:00Z', 'denied'),
  ], new Date('2026-03-02T09:00:00Z'));
  assert.deepEqual(groups.map(({ title, events }) => [title, events.map(({ id }) => id).join('')]), [['To review', 'ca'], ['Today', 'b'], ['Yesterday', 'd'], ['20 Feb 2026', 'e']]);
});
