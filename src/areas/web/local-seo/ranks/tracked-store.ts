import type { Insertable, Selectable } from 'kysely';
import type { Cursor } from '../../../../core/page.ts';
import type { Db } from '../../../../store/index.ts';
import { tables, type LocalSeoTables } from '../tables.ts';

export type TrackedRow = Selectable<LocalSeoTables['tracked_keyword']>;

/** The tracked keyword of the account; null where there is none. */
export async function findTracked(db: Db, accountId: string, id: string): Promise<TrackedRow | null> {
  return await tables(db).selectFrom('tracked_keyword').selectAll().where('account_id', '=', accountId).where('id', '=', id).executeTakeFirst() ?? null;
}

/** Tracked keywords of the account, newest first, after `position`. */
export function trackedOf(db: Db, accountId: string, domainIds: readonly string[] | undefined, position: Cursor | null, limit: number): Promise<TrackedRow[]> {
  return tables(db).selectFrom('tracked_keyword').selectAll().where('account_id', '=', accountId)
    .$if(domainIds !== undefined, query => query.where('domain_id', 'in', domainIds!))
    .$if(position !== null, query => query.where(eb => eb.or([eb('created_at', '<', position!.at), eb.and([eb('created_at', '=', position!.at), eb('id', '<', position!.id)])])))
    .orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
}

export async function countTracked(db: Db, accountId: string): Promise<number> {
  const { count } = await tables(db).selectFrom('tracked_keyword').select(eb => eb.fn.countAll<number | string>().as('count')).where('account_id', '=', accountId).executeTakeFirstOrThrow();
  return Number(count);
}

/** Adds a keyword; null where the domain has the same one already. */
export async function insertTracked(tx: Db, row: Insertable<LocalSeoTables['tracked_keyword']>): Promise<TrackedRow | null> {
  return await tables(tx).insertInto('tracked_keyword').values(row).onConflict(conflict => conflict.columns(['domain_id', 'series']).doNothing()).returningAll().executeTakeFirst() ?? null;
}

/** The keyword that the domain tracks in this way. */
export async function idOfSeries(db: Db, domainId: string, series: string): Promise<string> {
  return (await tables(db).selectFrom('tracked_keyword').select('id').where('domain_id', '=', domainId).where('series', '=', series).executeTakeFirstOrThrow()).id;
}

/** What was skipped before says nothing of another interval. */
export function changeTracked(tx: Db, id: string, change: Pick<TrackedRow, 'every_days' | 'due_at'>): Promise<TrackedRow> {
  return tables(tx).updateTable('tracked_keyword').set({ ...change, skipped: null }).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}

/** Says why the check that was due was not made; null where it was. */
export async function noteSkipped(tx: Db, id: string, cause: string | null): Promise<void> {
  await tables(tx).updateTable('tracked_keyword').set({ skipped: cause }).where('id', '=', id).execute();
}

export async function deleteTracked(tx: Db, id: string): Promise<void> {
  await tables(tx).deleteFrom('tracked_keyword').where('id', '=', id).execute();
}

/** Keywords whose time has come, with the name of the domain and who their account is. */
export function dueTracked(tx: Db, now: number, max: number) {
  return tables(tx).selectFrom('tracked_keyword').innerJoin('domain', 'domain.id', 'tracked_keyword.domain_id').innerJoin('account', 'account.id', 'tracked_keyword.account_id')
    .selectAll('tracked_keyword').select(['domain.name as domain_name', 'account.plan', 'account.operator', 'account.trusted'])
    .where('tracked_keyword.due_at', '<=', now).orderBy('tracked_keyword.due_at').orderBy('tracked_keyword.id').limit(max).execute();
}

/** Moves a keyword on; false where another worker did so. */
export async function moveTracked(tx: Db, { id, due_at: dueAt }: Pick<TrackedRow, 'id' | 'due_at'>, next: number): Promise<boolean> {
  const { numUpdatedRows } = await tables(tx).updateTable('tracked_keyword').set({ due_at: next }).where('id', '=', id).where('due_at', '=', dueAt).executeTakeFirst();
  return numUpdatedRows > 0n;
}
