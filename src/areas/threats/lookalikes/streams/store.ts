import type { Db } from '../../../../store/index.ts';
import { tables } from '../tables.ts';

/** The row of what tells which streams there are; no stream has this id. */
const LISTS = 'lists';

/** A stream that is this worker's for a while. */
export interface Claimed {
  id: string;
  cursor: string | null;
}

/** Writes down streams that were not known; they are due at once. */
export async function rememberStreams(db: Db, ids: readonly string[], now: number): Promise<void> {
  if (ids.length === 0) return;
  await tables(db).insertInto('name_stream').values(ids.map(id => ({ id, cursor: null, due_at: now, advanced_at: null, failure: null })))
    .onConflict(conflict => conflict.column('id').doNothing()).execute();
}

/** Says which streams there are could not be found out, and why; null where it could. Nothing is written while that stays the same. */
export async function noteLists(db: Db, failure: string | null, now: number): Promise<void> {
  const row = await tables(db).selectFrom('name_stream').select('failure').where('id', '=', LISTS).executeTakeFirst();
  if ((row?.failure ?? null) === failure) return;
  await tables(db).insertInto('name_stream').values({ id: LISTS, cursor: null, due_at: now, advanced_at: null, failure }).onConflict(conflict => conflict.column('id').doUpdateSet({ failure })).execute();
}

/** Takes the one of these streams that is due longest, until `until`; null where none is due. */
export async function claimStream(tx: Db, ids: readonly string[], now: number, until: (id: string) => number): Promise<Claimed | null> {
  if (ids.length === 0) return null;
  const due = await tables(tx).selectFrom('name_stream').select(['id', 'due_at']).where('id', 'in', ids).where('due_at', '<=', now).orderBy('due_at').orderBy('id').limit(1).executeTakeFirst();
  if (!due) return null;
  const taken = await tables(tx).updateTable('name_stream').set({ due_at: until(due.id) }).where('id', '=', due.id).where('due_at', '=', due.due_at).returning(['id', 'cursor']).executeTakeFirst();
  return taken ?? null;
}

/** Moves a stream on from where it was; false where somebody else has meanwhile: then nothing of this step may stay. */
export async function moveOn(tx: Db, { id, cursor: before }: Claimed, cursor: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await tables(tx).updateTable('name_stream').set({ cursor, failure: null, advanced_at: now }).where('id', '=', id)
    .where('cursor', before === null ? 'is' : '=', before).executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Gives a stream back until `dueAt`; `failure` says why it gave nothing, null where it did. */
export async function giveBack(db: Db, id: string, dueAt: number, failure: string | null): Promise<void> {
  await tables(db).updateTable('name_stream').set({ due_at: dueAt, failure }).where('id', '=', id).execute();
}
