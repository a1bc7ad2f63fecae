import type { Selectable, Updateable } from 'kysely';
import type { Cursor } from '../../../core/page.ts';
import type { Db } from '../../../store/index.ts';
import { tables, type NotificationTables } from './tables.ts';

export type ChannelRow = Selectable<NotificationTables['channel']>;
export type ChannelChange = Pick<Updateable<NotificationTables['channel']>, 'name' | 'target' | 'confirmed_at' | 'secret' | 'former_secret' | 'former_secret_until' | 'state' | 'cause' | 'failing_since'>;

/** The channel, or null where the account has none of that id. */
export async function findChannel(db: Db, accountId: string, id: string): Promise<ChannelRow | null> {
  return await tables(db).selectFrom('channel').selectAll().where('account_id', '=', accountId).where('id', '=', id).executeTakeFirst() ?? null;
}

/** Channels of the account, newest first: at most `limit`, after `position`. */
export async function newestChannels(db: Db, accountId: string, position: Cursor | null, limit: number): Promise<ChannelRow[]> {
  return tables(db).selectFrom('channel').selectAll().where('account_id', '=', accountId)
    .$if(position !== null, query => query.where('id', '<', position!.id)).orderBy('id', 'desc').limit(limit).execute();
}

export async function countChannels(db: Db, accountId: string): Promise<number> {
  const { count } = await tables(db).selectFrom('channel').select(eb => eb.fn.countAll<number | string>().as('count')).where('account_id', '=', accountId).executeTakeFirstOrThrow();
  return Number(count);
}

/** Adds a channel that has never been used. */
export async function insertChannel(
  tx: Db, channel: Pick<ChannelRow, 'id' | 'account_id' | 'kind' | 'name' | 'target' | 'secret' | 'state' | 'confirmed_at'>, now: number,
): Promise<ChannelRow> {
  const row = { ...channel, former_secret: null, former_secret_until: null, cause: null, failing_since: null, version: 1, created_at: now, updated_at: now };
  return tables(tx).insertInto('channel').values(row).returningAll().executeTakeFirstOrThrow();
}

/** Changes what people see of a channel; null where its version is not `version` any more. */
export async function changeChannel(tx: Db, { id, version }: Pick<ChannelRow, 'id' | 'version'>, change: ChannelChange, now: number): Promise<ChannelRow | null> {
  return await tables(tx).updateTable('channel').set({ ...change, version: version + 1, updated_at: now })
    .where('id', '=', id).where('version', '=', version).returningAll().executeTakeFirst() ?? null;
}

/** Turns a channel off; false where it was off. */
export async function disableChannel(tx: Db, id: string, cause: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await tables(tx).updateTable('channel').set(eb => ({ state: 'disabled', cause, version: eb('version', '+', 1), updated_at: now }))
    .where('id', '=', id).where('state', '=', 'active').executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Lets e-mails go to an address whose reader has agreed; false where they did not wait for that. */
export async function confirmChannel(tx: Db, id: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await tables(tx).updateTable('channel').set(eb => ({ state: 'active', confirmed_at: now, version: eb('version', '+', 1), updated_at: now }))
    .where('id', '=', id).where('state', '=', 'unconfirmed').executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Keeps that an attempt has arrived. */
export async function noteArrived(tx: Db, id: string): Promise<void> {
  await tables(tx).updateTable('channel').set({ failing_since: null }).where('id', '=', id).where('failing_since', 'is not', null).execute();
}

/** Keeps that an attempt has failed; gives since when every attempt has, whatever others did meanwhile. */
export async function noteFailed(tx: Db, id: string, now: number): Promise<number | null> {
  const row = await tables(tx).updateTable('channel').set(eb => ({ failing_since: eb.fn.coalesce('failing_since', eb.val(now)) })).where('id', '=', id).returning('failing_since').executeTakeFirst();
  return row?.failing_since ?? null;
}

export async function deleteChannel(tx: Db, id: string): Promise<void> {
  await tables(tx).deleteFrom('channel').where('id', '=', id).execute();
}

/** Whether the address is that of a person of the account. */
export async function isOfPerson(db: Db, accountId: string, email: string): Promise<boolean> {
  const person = await tables(db).selectFrom('auth_user').select('id').where('accountId', '=', accountId).where('email', '=', email.toLowerCase()).executeTakeFirst();
  return person !== undefined;
}
