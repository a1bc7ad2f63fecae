import type { Db } from '../../../../store/index.ts';
import type { LookalikeEventQuery, LookalikeEventRow } from '../shapes.ts';
import { tables } from '../tables.ts';

const ROWS_A_PAGE = 500;

/** Events of a domain that pass the filters, newest first, at most `limit`, older than the one of the id `before`. */
export async function listEvents(db: Db, { id, kind, severity, name }: Omit<LookalikeEventQuery, 'limit' | 'cursor'>, before: string | null, limit: number): Promise<LookalikeEventRow[]> {
  return tables(db).selectFrom('lookalike_event').selectAll().where('domain_id', '=', id)
    .$if(kind !== undefined, query => query.where('kind', '=', kind!))
    .$if(severity !== undefined, query => query.where('severity', '=', severity!))
    .$if(name !== undefined, query => query.where('name', '=', name!))
    .$if(before !== null, query => query.where('id', '<', before!))
    .orderBy('id', 'desc').limit(limit).execute();
}

/** All events of the lookalikes of the account, for the export of everything that it holds. */
export async function* lookalikeEventsOf(db: Db, accountId: string): AsyncGenerator<object> {
  for (let last = '', rows: LookalikeEventRow[]; (rows = await tables(db).selectFrom('lookalike_event').selectAll().where('account_id', '=', accountId).where('id', '>', last).orderBy('id').limit(ROWS_A_PAGE).execute()).length > 0; last = rows.at(-1)!.id) {
    for (const { account_id: _, before, after, ...row } of rows) yield { ...row, before: JSON.parse(before) as unknown, after: JSON.parse(after) as unknown };
  }
}
