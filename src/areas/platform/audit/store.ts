import type { Db } from '../../../store/index.ts';
import type { EntryRow } from './entry.ts';
import { tables } from './tables.ts';

/** Entries read at once where a whole chain is walked. */
const CHUNK = 1000;

/** Entries of the account, newest first: at most `limit`, from before number `beforeSeq` on; times are epoch milliseconds, `to` is excluded. */
export async function newestEntries(
  db: Db, accountId: string, wanted: { action?: readonly string[] | undefined; from?: number | undefined; to?: number | undefined; beforeSeq: number | null; limit: number },
): Promise<EntryRow[]> {
  const { action, from, to, beforeSeq, limit } = wanted;
  return tables(db).selectFrom('audit_entry').selectAll().where('account_id', '=', accountId)
    .$if(action !== undefined, query => query.where('action', 'in', action!))
    .$if(from !== undefined, query => query.where('at', '>=', from!))
    .$if(to !== undefined, query => query.where('at', '<', to!))
    .$if(beforeSeq !== null, query => query.where('seq', '<', beforeSeq!))
    .orderBy('seq', 'desc').limit(limit).execute();
}

/** The next entries of the account's chain after number `afterSeq` (null: from its very beginning), in order; none at the end. */
export async function nextEntries(db: Db, accountId: string, afterSeq: number | null): Promise<EntryRow[]> {
  return tables(db).selectFrom('audit_entry').selectAll().where('account_id', '=', accountId)
    .$if(afterSeq !== null, query => query.where('seq', '>', afterSeq!))
    .orderBy('seq').limit(CHUNK).execute();
}

/** The last link of the account's chain as it was written down; number 0 where there is none. */
export async function headOf(db: Db, accountId: string): Promise<{ seq: number; hash: string | null }> {
  const head = await tables(db).selectFrom('audit_head').select(['seq', 'hash']).where('account_id', '=', accountId).executeTakeFirst();
  return head ?? { seq: 0, hash: null };
}

/** The next accounts by id that have a chain, also one whose head is lost. */
export async function nextAccounts(db: Db, afterId: string): Promise<string[]> {
  const rows = await tables(db).selectFrom('audit_head').select('account_id').where('account_id', '>', afterId)
    .union(tables(db).selectFrom('audit_entry').select('account_id').where('account_id', '>', afterId))
    .orderBy('account_id').limit(CHUNK).execute();
  return rows.map(row => row.account_id);
}
