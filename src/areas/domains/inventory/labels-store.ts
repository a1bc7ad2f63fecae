import type { Selectable } from 'kysely';
import type { NewId } from '../../../core/ids.ts';
import { Problem } from '../../../core/problem.ts';
import type { Db } from '../../../store/index.ts';
import type { SortCursor } from '../../../core/sorted-page.ts';
import { tables, type InventoryTables } from './tables.ts';

/** What domains can be labelled by. */
export type LabelTable = 'domain_group' | 'client';
export type LabelRow = Selectable<InventoryTables[LabelTable]>;

/** How many of a kind an account can have. */
const MAX_LABELS = 1000;

const prefixes: Readonly<Record<LabelTable, string>> = { domain_group: 'grp', client: 'cli' };
const columns = { domain_group: 'group_id', client: 'client_id' } as const;

/** Both tables are alike; the query builder wants to see one. */
const asOne = (table: LabelTable) => table as 'client';

/** The label, or null where the account has none of that id. */
export async function findLabel(db: Db, table: LabelTable, accountId: string, id: string): Promise<LabelRow | null> {
  return await tables(db).selectFrom(asOne(table)).selectAll().where('account_id', '=', accountId).where('id', '=', id).executeTakeFirst() ?? null;
}

/** The label of that very name, or null. */
export async function findLabelNamed(db: Db, table: LabelTable, accountId: string, name: string): Promise<LabelRow | null> {
  return await tables(db).selectFrom(asOne(table)).selectAll().where('account_id', '=', accountId).where('name', '=', name).executeTakeFirst() ?? null;
}

/** Labels of the account by name, after `position`. */
export async function labelsByName(db: Db, table: LabelTable, accountId: string, position: SortCursor | null, limit: number): Promise<LabelRow[]> {
  return tables(db).selectFrom(asOne(table)).selectAll().where('account_id', '=', accountId)
    .$if(position !== null, query => query.where('name', '>', String(position!.value)))
    .orderBy('name').limit(limit).execute();
}

/** How many domains carry each of these labels. */
export async function countDomains(db: Db, table: LabelTable, ids: readonly string[]): Promise<(id: string) => number> {
  const column = columns[table];
  const rows = ids.length === 0 ? [] : await tables(db).selectFrom('domain').select(eb => [`${column} as id` as const, eb.fn.countAll<number>().as('domains')])
    .where(column, 'in', ids).groupBy(column).execute();
  const counts = new Map(rows.map(({ id, domains }) => [id, domains]));
  return id => counts.get(id) ?? 0;
}

/** Adds a label; throws `Problem` when there are as many as there may be. `tx` must hold the account. */
export async function insertLabel(
  tx: Db, table: LabelTable, { newId }: { newId: NewId }, { accountId, name, details, now }: { accountId: string; name: string; details: object; now: number },
): Promise<LabelRow> {
  const { count } = await tables(tx).selectFrom(asOne(table)).select(eb => eb.fn.countAll<number>().as('count')).where('account_id', '=', accountId).executeTakeFirstOrThrow();
  if (count >= MAX_LABELS) throw new Problem('limit_reached', `There are ${MAX_LABELS} already, and that is the most. Delete one that is not needed.`, { limit: MAX_LABELS });
  return tables(tx).insertInto(asOne(table)).values({
    id: newId(prefixes[table]), account_id: accountId, name, details: JSON.stringify(details), version: 1, created_at: now, updated_at: now,
  }).returningAll().executeTakeFirstOrThrow();
}

/** Changes the label where it still has the version that was read; null where it has not. */
export async function updateLabel(tx: Db, table: LabelTable, { id, version }: LabelRow, set: { name: string; details: string }, now: number): Promise<LabelRow | null> {
  return await tables(tx).updateTable(asOne(table)).set({ ...set, version: version + 1, updated_at: now })
    .where('id', '=', id).where('version', '=', version).returningAll().executeTakeFirst() ?? null;
}

/** Deletes the label; its domains stay, without it. */
export async function deleteLabel(tx: Db, table: LabelTable, accountId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await tables(tx).deleteFrom(asOne(table)).where('account_id', '=', accountId).where('id', '=', id).executeTakeFirst();
  return numDeletedRows === 1n;
}
