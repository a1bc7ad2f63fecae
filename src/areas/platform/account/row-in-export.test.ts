import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { rowInExport } from './row-in-export.ts';

suite('a row of the export of an account speaks the language of the API', () => {
  const at = Date.UTC(2026, 0, 15, 10, 30);
  const cases: [says: string, row: object, expected: object][] = [
    ['names are camelCase', { display_name: 'A', last_seen_network: 'x', id: 'dom_1' }, { displayName: 'A', lastSeenNetwork: 'x', id: 'dom_1' }],
    ['moments are ISO 8601', { created_at: at, at, lease_until: at, delete_after: null, expiresAt: at }, { createdAt: '2026-01-15T10:30:00.000Z', at: '2026-01-15T10:30:00.000Z', leaseUntil: '2026-01-15T10:30:00.000Z', deleteAfter: null, expiresAt: '2026-01-15T10:30:00.000Z' }],
    ['yes and no are booleans, counts stay numbers', { monitored: 1, emailVerified: 0, twoFactorEnabled: null, messages: 1 }, { monitored: true, emailVerified: false, twoFactorEnabled: null, messages: 1 }],
    ['rows within it too', { days: [{ first_seen_at: at, messages: 3 }], tags: ['a_b'] }, { days: [{ firstSeenAt: '2026-01-15T10:30:00.000Z', messages: 3 }], tags: ['a_b'] }],
    ['documents stay as they are', { details: { request_key: 'a', at: at }, created_at: '2026-01-15T10:30:00.000Z' }, { details: { request_key: 'a', at: at }, createdAt: '2026-01-15T10:30:00.000Z' }],
  ];
  for (const [says, row, expected] of cases) test(says, () => assert.deepEqual(rowInExport(row), expected));
});
