import type { Selectable } from 'kysely';
import type { Db } from '../../../../store/index.ts';
import type { Cursor } from '../../../../core/page.ts';
import { tables, type ReportTables } from '../tables.ts';

export type LinkRow = Selectable<ReportTables['report_link']>;

const ROWS_A_PAGE = 500;

export async function addLink(tx: Db, row: LinkRow): Promise<void> {
  await tables(tx).insertInto('report_link').values(row).execute();
}

/** How many links of the account work at `now`. */
export async function countLinks(db: Db, accountId: string, now: number): Promise<number> {
  const { count } = await tables(db).selectFrom('report_link').select(({ fn }) => fn.countAll<number | string>().as('count')).where('account_id', '=', accountId).where('expires_at', '>', now).executeTakeFirstOrThrow();
  return Number(count);
}

export async function findLink(db: Db, accountId: string, id: string): Promise<LinkRow | null> {
  return await tables(db).selectFrom('report_link').selectAll().where('account_id', '=', accountId).where('id', '=', id).executeTakeFirst() ?? null;
}

/** The link that a token opens at `now`; null for one that is unknown, revoked or over, which nobody can tell apart. */
export async function linkOpenedBy(db: Db, tokenHash: string, now: number): Promise<LinkRow | null> {
  return await tables(db).selectFrom('report_link').selectAll().where('token_hash', '=', tokenHash).where('expires_at', '>', now).executeTakeFirst() ?? null;
}

/** Links that work at `now`, newest first, with the names of their domains. */
export function linksOf(db: Db, accountId: string, { domainIds, now, after, limit }: { domainIds?: readonly string[] | undefined; now: number; after: Cursor | null; limit: number }) {
  return tables(db).selectFrom('report_link as link').innerJoin('domain', 'domain.id', 'link.domain_id').selectAll('link').select('domain.name')
    .where('link.account_id', '=', accountId).where('link.expires_at', '>', now)
    .$if(domainIds !== undefined, query => query.where('link.domain_id', 'in', domainIds!))
    .$if(after !== null, query => query.where(({ eb, refTuple, tuple }) => eb(refTuple('link.created_at', 'link.id'), '<', tuple(after!.at, after!.id))))
    .orderBy('link.created_at', 'desc').orderBy('link.id', 'desc').limit(limit).execute();
}

export async function removeLink(tx: Db, id: string): Promise<void> {
  await tables(tx).deleteFrom('report_link').where('id', '=', id).execute();
}

/** What the account's export has of them. */
export async function* exportedLinks(db: Db, accountId: string): AsyncGenerator<object> {
  for (let last = '', rows: LinkRow[]; (rows = await tables(db).selectFrom('report_link').selectAll().where('account_id', '=', accountId).where('id', '>', last).orderBy('id').limit(ROWS_A_PAGE).execute()).length > 0; last = rows.at(-1)!.id) {
    for (const { account_id: _, token_hash: _hash, ...row } of rows) yield row;
  }
}
