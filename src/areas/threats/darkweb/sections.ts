import type { Db } from '../../../store/index.ts';
import { appearancesOf } from './store/address-list.ts';
import { tables } from './tables.ts';

const ROWS_A_PAGE = 500;

/** What is known of leaks, for the export of an account. */
export async function* incidentsIn(db: Db, accountId: string): AsyncIterable<object> {
  for (let last = '';;) {
    const rows = await tables(db).selectFrom('darkweb_incident').selectAll().where('account_id', '=', accountId).where('id', '>', last).orderBy('id').limit(ROWS_A_PAGE).execute();
    for (const { id, domain_id: domainId, source, kind, title, occurred_on: occurredOn, fields, count, state, first_seen_at: firstSeenAt, last_seen_at: lastSeenAt } of rows) {
      yield { id, domainId, source, kind, title, occurredOn, fields: JSON.parse(fields) as unknown, count, status: state, firstSeenAt, lastSeenAt };
    }
    if (rows.length < ROWS_A_PAGE) return;
    last = rows.at(-1)!.id;
  }
}

/** The addresses, masked, for the export of an account: whole ones are shown to owners alone. */
export async function* addressesIn(db: Db, accountId: string): AsyncIterable<object> {
  for (let last = '';;) {
    const rows = await tables(db).selectFrom('darkweb_address').selectAll().where('account_id', '=', accountId).where('id', '>', last).orderBy('id').limit(ROWS_A_PAGE).execute();
    const appearances = await appearancesOf(db, rows.map(({ id }) => id));
    for (const { id, domain_id: domainId, masked, first_seen_at: firstSeenAt, last_seen_at: lastSeenAt } of rows) {
      yield { id, domainId, email: masked, incidents: appearances.filter(({ address_id }) => address_id === id).map(one => one.id), firstSeenAt, lastSeenAt };
    }
    if (rows.length < ROWS_A_PAGE) return;
    last = rows.at(-1)!.id;
  }
}
