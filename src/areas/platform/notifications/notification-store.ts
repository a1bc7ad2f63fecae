import { sql } from 'kysely';
import type { Severity } from '../../../core/finding.ts';
import type { Cursor } from '../../../core/page.ts';
import type { Db } from '../../../store/index.ts';
import type { NotificationRow } from './notice.ts';
import { tables } from './tables.ts';

/** Which notifications are wanted; what is left out does not matter. */
export interface NotificationFilter {
  unread?: boolean | undefined;
  /** In which `*` stands for anything. */
  kind?: readonly string[] | undefined;
  severity?: readonly Severity[] | undefined;
}

export type ReadNotificationRow = NotificationRow & { read_at: number | null };

/** More unread ones are not counted. */
const MOST_UNREAD = 1000;

/** The notification, or null where the account has none of that id. */
export async function findNotification(db: Db, accountId: string, id: string): Promise<NotificationRow | null> {
  return await tables(db).selectFrom('notification').selectAll().where('account_id', '=', accountId).where('id', '=', id).executeTakeFirst() ?? null;
}

/** Notifications of the account, newest first, as `reader` has read them: at most `limit`, after `position`. */
export async function newestNotifications(
  db: Db, accountId: string, reader: string, { unread, kind, severity }: NotificationFilter, position: Cursor | null, limit: number,
): Promise<ReadNotificationRow[]> {
  return notifications(db, accountId, reader).selectAll('notification').select('notification_read.at as read_at')
    .$if(unread === true, query => query.where('notification_read.at', 'is', null))
    .$if(unread === false, query => query.where('notification_read.at', 'is not', null))
    .$if(kind !== undefined, query => query.where(eb => eb.or(kind!.map(one => sql<boolean>`notification.kind like ${likeOf(one)} escape '\\'`))))
    .$if(severity !== undefined, query => query.where('severity', 'in', severity!))
    .$if(position !== null, query => query.where('id', '<', position!.id))
    .orderBy('id', 'desc').limit(limit).execute();
}

/** How many `reader` has not read, `MOST_UNREAD` at most. */
export async function countUnread(db: Db, accountId: string, reader: string): Promise<number> {
  const { count } = await tables(db).selectFrom(notifications(db, accountId, reader).select('id').where('notification_read.at', 'is', null).limit(MOST_UNREAD).as('unread'))
    .select(eb => eb.fn.countAll<number | string>().as('count')).executeTakeFirstOrThrow();
  return Number(count);
}

/** Marks notifications as read by `reader`, all that are unread where `ids` is null; gives how many were not. */
export async function markRead(tx: Db, accountId: string, reader: string, ids: readonly string[] | null, now: number): Promise<number> {
  const unread = notifications(tx, accountId, reader).where('notification_read.at', 'is', null)
    .$if(ids !== null, query => query.where('id', 'in', ids!))
    .select(['id as notification_id', eb => eb.val(reader).as('reader_id'), eb => eb.cast<number>(eb.val(now), 'bigint').as('at')]);
  const { numInsertedOrUpdatedRows } = await tables(tx).insertInto('notification_read').columns(['notification_id', 'reader_id', 'at']).expression(unread)
    .onConflict(conflict => conflict.doNothing()).executeTakeFirst();
  return Number(numInsertedOrUpdatedRows ?? 0);
}

function notifications(db: Db, accountId: string, reader: string) {
  return tables(db).selectFrom('notification')
    .leftJoin('notification_read', join => join.onRef('notification_read.notification_id', '=', 'notification.id').on('notification_read.reader_id', '=', reader))
    .where('account_id', '=', accountId);
}

function likeOf(pattern: string): string {
  return pattern.replaceAll(/[\\%_]/g, character => `\\${character}`).replaceAll('*', '%');
}
