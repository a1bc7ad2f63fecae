import { metricsOf, type Metrics, type RankedPoint } from './metrics.ts';

/** A point with the listings that were found there, the first one first; null where it is not known. */
export interface AnsweredPoint extends Omit<RankedPoint, 'rank'> {
  listings: readonly string[] | null;
}

export interface Competitor {
  placeId: string;
  metrics: Metrics;
}

/** The rank of a listing at the point. */
function rankOf(placeId: string, listings: readonly string[] | null): RankedPoint['rank'] {
  if (listings === null) return undefined;
  const at = listings.indexOf(placeId);
  return at < 0 ? null : at + 1;
}

/** Every listing that was found anywhere, but for `own`, with the same metrics: the largest share of local voice first, then the best mean rank. At most `max`. */
export function competitorsOf(points: readonly AnsweredPoint[], size: number, own: string | null, max: number): Competitor[] {
  const ids = new Set(points.flatMap(({ listings }) => listings ?? []));
  if (own !== null) ids.delete(own);
  return Array.from(ids, placeId => ({ placeId, metrics: metricsOf(points.map(({ listings, ...point }) => ({ ...point, rank: rankOf(placeId, listings) })), size) }))
    .toSorted((one, other) => other.metrics.solv! - one.metrics.solv! || one.metrics.atrp! - other.metrics.atrp! || (one.placeId < other.placeId ? -1 : 1)).slice(0, max);
}
