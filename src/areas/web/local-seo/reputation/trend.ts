import type { RatingRow } from './store.ts';

/** How one business was rated over time, the oldest first, and what changed from the first to the last. */
export interface RatingTrend {
  placeId: string;
  rating: number | null;
  reviews: number | null;
  ratingChange: number | null;
  /** Reviews gained; fewer where some were taken away. */
  reviewsChange: number | null;
  points: { at: number; rating: number | null; reviews: number | null }[];
}

/** The trend of each business in `rows`, which are in order of time: the business itself, null where it was never rated, and the others, those with the most reviews first. */
export function trendsOf(rows: readonly RatingRow[]): { own: RatingTrend | null; competitors: RatingTrend[] } {
  const isOwn = new Set(rows.filter(({ own }) => own === 1).map(({ listing_id: id }) => id));
  const trends = Array.from(Map.groupBy(rows, ({ listing_id: id }) => (isOwn.has(id) ? 'own' : id)).values(), trendOf);
  return {
    own: trends.find(({ placeId }) => isOwn.has(placeId)) ?? null,
    competitors: trends.filter(({ placeId }) => !isOwn.has(placeId)).toSorted((one, other) => (other.reviews ?? -1) - (one.reviews ?? -1) || (one.placeId < other.placeId ? -1 : 1)),
  };
}

function trendOf(rows: readonly RatingRow[]): RatingTrend {
  const of = (name: 'rating' | 'reviews') => rows.flatMap(row => row[name] ?? []);
  const [ratings, reviews] = [of('rating'), of('reviews')];
  return {
    placeId: rows.at(-1)!.listing_id, rating: ratings.at(-1) ?? null, reviews: reviews.at(-1) ?? null,
    ratingChange: changeOf(ratings), reviewsChange: changeOf(reviews), points: rows.map(({ at, rating, reviews: count }) => ({ at, rating, reviews: count })),
  };
}

/** From the first to the last, to two places; null where there are not two. */
function changeOf(values: readonly number[]): number | null {
  return values.length < 2 ? null : Math.round((values.at(-1)! - values[0]!) * 100) / 100;
}
