import type { Selectable } from 'kysely';
import type { Db } from '../../../../store/index.ts';
import type { ListingFacts, PointRow, ScanRow } from '../grid/store.ts';
import { tables, type LocalSeoTables } from '../tables.ts';

export type RatingRow = Selectable<LocalSeoTables['local_rating']>;

/** Others of a scan whose ratings are kept: those that were found at the most points. */
const KEPT_OTHERS = 20;
const MAX_ROWS = 20_000;

type Rated = Pick<RatingRow, 'listing_id' | 'own' | 'rating' | 'reviews'>;

/** The ratings that the answers of a scan had, which are added keyword by keyword: of the business itself, and of those that were found at the most points. */
export class Ratings {
  #own: string | null = null;
  readonly #seen = new Map<string, { points: number; rating: number | null; reviews: number | null }>();

  add(rows: readonly Pick<PointRow, 'own_id' | 'listings'>[]): void {
    this.#own ??= rows.find(({ own_id: id }) => id !== null)?.own_id ?? null;
    for (const { listings } of rows) this.#addAll(JSON.parse(listings ?? '[]') as ListingFacts[]);
  }

  #addAll(listings: readonly ListingFacts[]): void {
    for (const [id, , rating, reviews] of listings) {
      if (rating === undefined) continue;
      const before = this.#seen.get(id);
      this.#seen.set(id, { points: (before?.points ?? 0) + 1, rating: rating ?? before?.rating ?? null, reviews: reviews ?? before?.reviews ?? null });
    }
  }

  all(): Rated[] {
    const own = this.#own;
    const known = [...this.#seen].filter(([, { rating, reviews }]) => rating !== null || reviews !== null);
    const others = known.filter(([id]) => id !== own).toSorted(([a, one], [b, other]) => other.points - one.points || (a < b ? -1 : 1)).slice(0, KEPT_OTHERS);
    return [...known.filter(([id]) => id === own), ...others].map(([id, { rating, reviews }]) => ({ listing_id: id, own: id === own ? 1 : 0, rating, reviews }));
  }
}

/** Keeps the ratings of a scan that has ended. */
export async function keepRatings(tx: Db, { business_id: businessId }: Pick<ScanRow, 'business_id'>, provider: string, ratings: Ratings, at: number): Promise<void> {
  await addRatings(tx, ratings.all().map(one => ({ ...one, business_id: businessId, provider, at })));
}

export async function addRatings(tx: Db, ratings: readonly RatingRow[]): Promise<void> {
  if (ratings.length === 0) return;
  await tables(tx).insertInto('local_rating').values([...ratings]).onConflict(conflict => conflict.columns(['business_id', 'provider', 'listing_id', 'at']).doNothing()).execute();
}

/** Ratings of a business and of others around it by one provider since `from`, the oldest first. */
export async function ratingsOf(db: Db, businessId: string, provider: string, from: number): Promise<RatingRow[]> {
  const newest = await tables(db).selectFrom('local_rating').selectAll().where('business_id', '=', businessId).where('provider', '=', provider).where('at', '>=', from).orderBy('at', 'desc').limit(MAX_ROWS).execute();
  return newest.toReversed();
}

const AT_ONCE = 1000;

/** Every rating that is kept for the account, for its export. */
export async function* keptRatings(db: Db, accountId: string): AsyncIterable<object> {
  const businesses = await tables(db).selectFrom('local_business').select('id').where('account_id', '=', accountId).orderBy('id').execute();
  for (const { id } of businesses) {
    for (let from = 0; ; from += AT_ONCE) {
      const rows = await tables(db).selectFrom('local_rating').selectAll().where('business_id', '=', id).orderBy('at').orderBy('provider').orderBy('listing_id').limit(AT_ONCE).offset(from).execute();
      yield* rows.map(({ business_id: businessId, listing_id: placeId, at, own, ...rest }) => ({ businessId, placeId, at: new Date(at).toISOString(), own: own === 1, ...rest }));
      if (rows.length < AT_ONCE) break;
    }
  }
}
