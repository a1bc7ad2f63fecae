import type { Selectable } from 'kysely';
import type { Cursor } from '../../../core/page.ts';
import type { Db } from '../../../store/index.ts';
import { tables, type StatusPagesTables } from './tables.ts';

export type PageRow = Selectable<StatusPagesTables['status_page']>;

/** A check on a page; without a name of its own there it has that of the check. */
export interface Listed {
  id: string;
  name: string | null;
}

const ROWS_A_PAGE = 500;

/** The checks that the page lists, in its order; some may have been deleted since. */
export function listedOn({ checks }: Pick<PageRow, 'checks'>): Listed[] {
  return JSON.parse(checks) as Listed[];
}

export async function addPage(tx: Db, row: PageRow): Promise<void> {
  await tables(tx).insertInto('status_page').values(row).execute();
}

export async function countPages(db: Db, accountId: string): Promise<number> {
  const { count } = await tables(db).selectFrom('status_page').select(({ fn }) => fn.countAll<number | string>().as('count')).where('account_id', '=', accountId).executeTakeFirstOrThrow();
  return Number(count);
}

export async function findPage(db: Db, accountId: string, id: string): Promise<PageRow | null> {
  return await tables(db).selectFrom('status_page').selectAll().where('account_id', '=', accountId).where('id', '=', id).executeTakeFirst() ?? null;
}

/** The published page of this token, of whatever account; null for one that is unknown, deleted or not published, which nobody can tell apart. */
export async function pageOpenedBy(db: Db, token: string): Promise<PageRow | null> {
  return await tables(db).selectFrom('status_page').selectAll().where('token', '=', token).where('published', '=', 1).executeTakeFirst() ?? null;
}

/** Pages of the account, newest first, after `position`. */
export function pagesOf(db: Db, accountId: string, position: Cursor | null, limit: number): Promise<PageRow[]> {
  return tables(db).selectFrom('status_page').selectAll().where('account_id', '=', accountId)
    .$if(position !== null, query => query.where(({ eb, refTuple, tuple }) => eb(refTuple('created_at', 'id'), '<', tuple(position!.at, position!.id))))
    .orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
}

/** The page with the changes; null where it was deleted meanwhile. */
export async function savePage(tx: Db, id: string, changes: Partial<PageRow>): Promise<PageRow | null> {
  return await tables(tx).updateTable('status_page').set(changes).where('id', '=', id).returningAll().executeTakeFirst() ?? null;
}

/** Whether there was such a page. */
export async function removePage(tx: Db, id: string): Promise<boolean> {
  return (await tables(tx).deleteFrom('status_page').where('id', '=', id).returning('id').executeTakeFirst()) !== undefined;
}

/** What the account's export has of them. */
export async function* exportedPages(db: Db, accountId: string): AsyncGenerator<object> {
  for (let last = '', rows: PageRow[]; (rows = await tables(db).selectFrom('status_page').selectAll().where('account_id', '=', accountId).where('id', '>', last).orderBy('id').limit(ROWS_A_PAGE).execute()).length > 0; last = rows.at(-1)!.id) {
    for (const { account_id: _, checks, ...row } of rows) yield { ...row, checks: JSON.parse(checks) as Listed[] };
  }
}
