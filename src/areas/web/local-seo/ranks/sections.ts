import type { Db } from '../../../../store/index.ts';
import { presentDetails, presentTracked } from './present.ts';
import { checksOf, ranksOf } from './store.ts';
import { trackedOf } from './tracked-store.ts';

const AT_ONCE = 100;
const ALL = 10_000;

/** Every check of the account with its ranks, for its export. */
export async function* rankChecksIn(db: Db, accountId: string): AsyncIterable<object> {
  let after: string | null = null;
  for (;;) {
    const rows = await checksOf(db, accountId, undefined, after === null ? null : { at: 0, id: after }, AT_ONCE);
    for (const row of rows) yield await presentDetails(db, row, await ranksOf(db, row.id));
    if (rows.length < AT_ONCE) return;
    after = rows.at(-1)!.id;
  }
}

/** Every tracked keyword of the account, for its export. */
export async function* trackedIn(db: Db, accountId: string): AsyncIterable<object> {
  for (const row of await trackedOf(db, accountId, undefined, null, ALL)) yield presentTracked(db, row);
}
