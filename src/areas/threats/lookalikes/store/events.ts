import { sql } from 'kysely';
import type { Db } from '../../../../store/index.ts';
import { countsBySeverity, daysBySeverity, MAX_DAY_ROWS } from '../../../../core/days.ts';
import { periodOf } from '../../../../core/period.ts';
import type { LookalikeEventFilters, LookalikeEventRow, LookalikeEventSummary } from '../shapes.ts';
import { tables } from '../tables.ts';

const ROWS_A_PAGE = 500;
const DAY_MS = 86_400_000;

/** Events of a domain that pass the filters. */
function matching(db: Db, { id, kind, severity, name, ...period }: LookalikeEventFilters) {
  const { from, before } = periodOf(period);
  return tables(db).selectFrom('lookalike_event').where('domain_id', '=', id)
    .$if(from !== undefined, query => query.where('at', '>=', from!))
    .$if(before !== undefined, query => query.where('at', '<', before!))
    .$if(kind !== undefined, query => query.where('kind', 'in', kind!))
    .$if(severity !== undefined, query => query.where('severity', 'in', severity!))
    .$if(name !== undefined, query => query.where('name', 'in', name!));
}

/** The same, newest first, at most `limit`, older than the one of the id `before`. */
export async function listEvents(db: Db, filters: LookalikeEventFilters, before: string | null, limit: number): Promise<LookalikeEventRow[]> {
  return matching(db, filters).selectAll()
    .$if(before !== null, query => query.where('id', '<', before!))
    .orderBy('id', 'desc').limit(limit).execute();
}

/** Counts all events of a domain that pass the filters. */
export async function summarizeEvents(db: Db, filters: LookalikeEventFilters): Promise<LookalikeEventSummary> {
  const day = sql<number>`(at - at % ${sql.lit(DAY_MS)})`;
  const count = ['severity', sql<number | string>`count(*)`.as('count')] as const;
  const all = await matching(db, filters).select(count).groupBy('severity').execute();
  const daily = await matching(db, filters).select(day.as('day')).select(count).groupBy([day, 'severity']).orderBy(day, 'desc').limit(MAX_DAY_ROWS).execute();
  return { total: all.reduce((sum, row) => sum + Number(row.count), 0), severities: countsBySeverity(all), days: daysBySeverity(daily) };
}

/** All events of the lookalikes of the account, for the export of everything that it holds. */
export async function* lookalikeEventsOf(db: Db, accountId: string): AsyncGenerator<object> {
  for (let last = '', rows: LookalikeEventRow[]; (rows = await tables(db).selectFrom('lookalike_event').selectAll().where('account_id', '=', accountId).where('id', '>', last).orderBy('id').limit(ROWS_A_PAGE).execute()).length > 0; last = rows.at(-1)!.id) {
    for (const { account_id: _, before, after, ...row } of rows) yield { ...row, before: JSON.parse(before) as unknown, after: JSON.parse(after) as unknown };
  }
}
