import type { Db } from '../../../store/index.ts';
import { eventsFrom, followsOf } from './follow-store.ts';

const ROWS_A_PAGE = 200;

/** What the account follows. */
export async function* followsIn(db: Db, accountId: string): AsyncGenerator<object> {
  for (let rows = await followsOf(db, accountId, null, ROWS_A_PAGE); rows.length > 0;) {
    for (const { account_id: _, feed, ...row } of rows) yield { ...row, feedUrl: feed.url };
    const { created_at: at, id } = rows.at(-1)!;
    rows = await followsOf(db, accountId, { at, id }, ROWS_A_PAGE);
  }
}

/** How what it follows has changed. */
export async function* statusEventsOf(db: Db, accountId: string): AsyncGenerator<object> {
  const all = { followIds: undefined, from: undefined, before: undefined };
  for (let rows = await eventsFrom(db, accountId, all, null, ROWS_A_PAGE); rows.length > 0;) {
    for (const { account_id: _, ...row } of rows) yield row;
    const { at, id } = rows.at(-1)!;
    rows = await eventsFrom(db, accountId, all, { at, id }, ROWS_A_PAGE);
  }
}
