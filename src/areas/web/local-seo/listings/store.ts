import type { Selectable } from 'kysely';
import type { Db } from '../../../../store/index.ts';
import { tables, type LocalSeoTables } from '../tables.ts';
import type { ListingResult } from './result.ts';

export type ListingCheckRow = Selectable<LocalSeoTables['local_listing_check']>;

/** Checks of a business that are kept. */
const KEPT = 30;

/** Keeps what a check found; the oldest of its business are forgotten. */
export async function addListingCheck(tx: Db, { id, accountId, businessId, result, at }: { id: string; accountId: string; businessId: string; result: ListingResult; at: number }): Promise<void> {
  await tables(tx).insertInto('local_listing_check').values({ id, account_id: accountId, business_id: businessId, result: JSON.stringify(result), at }).execute();
  const oldest = await tables(tx).selectFrom('local_listing_check').select('id').where('business_id', '=', businessId).orderBy('id', 'desc').offset(KEPT - 1).limit(1).executeTakeFirst();
  if (oldest) await tables(tx).deleteFrom('local_listing_check').where('business_id', '=', businessId).where('id', '<', oldest.id).execute();
}

/** The newest check of a business; null where there is none. */
export async function newestListingCheck(db: Db, businessId: string): Promise<ListingCheckRow | null> {
  return await tables(db).selectFrom('local_listing_check').selectAll().where('business_id', '=', businessId).orderBy('id', 'desc').limit(1).executeTakeFirst() ?? null;
}

const AT_ONCE = 100;

/** Every check of the account, for its export. */
export async function* listingChecksIn(db: Db, accountId: string): AsyncIterable<object> {
  let after = '';
  for (;;) {
    const rows = await tables(db).selectFrom('local_listing_check').selectAll().where('account_id', '=', accountId).where('id', '>', after).orderBy('id').limit(AT_ONCE).execute();
    for (const { id, business_id: businessId, at, result } of rows) yield { id, businessId, at: new Date(at).toISOString(), ...JSON.parse(result) as ListingResult };
    if (rows.length < AT_ONCE) return;
    after = rows.at(-1)!.id;
  }
}
