import { z } from 'zod';
import { known, type Caller } from '../../../core/access.ts';
import { operationIn, type Resource } from '../../../core/operation.ts';
import { cutPage, decodeCursor, pageInput, pageOf } from '../../../core/page.ts';
import { several } from '../../../core/several.ts';
import type { NotificationsServices } from './services.ts';
import type { NotificationRow } from './notice.ts';
import { countUnread, findNotification, markRead, newestNotifications } from './notification-store.ts';
import { Id, KindPattern, NotificationRecord, presentNotification, replyOf, SeverityName } from './shapes.ts';

/** A notification of the account, by its id. */
const notification: Resource<NotificationsServices, NotificationRow> = { type: 'notification', load: ({ db }, accountId, id) => findNotification(db, accountId, id) };

const Unread = z.int().describe('How many the caller has not read; 1000 stands for that many or more');

const list = operationIn<NotificationsServices>()({
  id: 'notifications.list',
  summary: 'List the notifications',
  description: 'Notifications of this account from the last 180 days, newest first, and which of them the caller has read.',
  method: 'GET',
  path: '/api/notifications',
  agent: { everyday: true },
  access: { scope: 'domains' },
  allowance: 'none',
  input: z.strictObject({
    ...pageInput,
    unread: z.enum(['true', 'false']).optional().describe('Only those that the caller has not read, or has'),
    kind: several(KindPattern).optional().describe('Only those of these kinds, such as `dns.ns.changed` or `dns.*`'),
    severity: several(SeverityName).optional().describe('Only those of these severities'),
  }),
  output: pageOf(NotificationRecord).extend({ unread: Unread }),
  examples: [
    { input: {}, says: 'The newest fifty' },
    { input: { unread: 'true', severity: 'critical' }, says: 'What is critical and unread' },
    { input: { kind: 'dns.*' }, says: 'What happened to domains' },
  ],
  run: async ({ caller }, { db, baseUrl }, { limit, cursor, unread, kind, severity }) => {
    const { account } = known(caller);
    const reader = readerOf(caller);
    const filter = { unread: unread === undefined ? undefined : unread === 'true', kind, severity };
    const rows = await newestNotifications(db, account.id, reader, filter, decodeCursor('notifications.list', cursor), limit + 1);
    const page = cutPage('notifications.list', rows, limit, row => ({ at: row.created_at, id: row.id }), row => presentNotification(row, baseUrl));
    return { ...page, unread: await countUnread(db, account.id, reader) };
  },
});

const read = operationIn<NotificationsServices>()({
  id: 'notifications.read',
  summary: 'Mark notifications as read',
  description: 'Marks the notifications that are named, or all, as read by the caller. Every person, and every API key, has marks of its own.',
  method: 'POST',
  path: '/api/notifications/read',
  access: { scope: 'domains' },
  role: 'viewer',
  allowance: 'none',
  idempotent: true,
  owns: { ids: notification },
  input: z.strictObject({
    ids: z.array(Id).min(1).max(200).optional().describe('Those to mark'),
    all: z.literal(true).optional().describe('All that there are, in place of `ids`'),
  }).refine(({ ids, all }) => (ids === undefined) !== (all === undefined), 'Give either ids or all.'),
  output: replyOf(z.object({ marked: z.int().describe('How many were unread before'), unread: Unread })),
  audit: { none: 'A mark says only what its reader has seen.' },
  examples: [
    { input: { ids: ['ntf_01hzy3v4qk8m0p2r5s7t9w1x3z'] }, says: 'One' },
    { input: { all: true }, says: 'Everything up to now' },
  ],
  run: async ({ caller, now }, { db }, { ids }) => {
    const accountId = known(caller).account.id;
    const marked = await markRead(db, accountId, readerOf(caller), ids ?? null, now);
    return { success: true as const, data: { marked, unread: await countUnread(db, accountId, readerOf(caller)) } };
  },
});

/** Who reads: the person, or the key. */
function readerOf(caller: Caller): string {
  const reader = known(caller);
  return reader.kind === 'session' ? reader.userId : reader.keyId;
}

export const notificationOperations = [list, read] as const;
