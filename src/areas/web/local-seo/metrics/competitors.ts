import { metricsOf, type Metrics, type RankedPoint } from './metrics.ts';

/** A point with the listings that were found there, the first one first; null where it is not known. */
export interface AnsweredPoint extends Omit<RankedPoint, 'rank'> {
  listings: readonly string[] | null;
}

export interface Competitor {
  placeId: string;
  metrics: Metrics;
}

/** Every listing that was found anywhere, but for `own`. */
export function idsIn(points: readonly Pick<AnsweredPoint, 'listings'>[], own: string | null): Set<string> {
  const ids = new Set<string>();
  for (const { listings } of points) for (const id of listings ?? []) if (id !== own) ids.add(id);
  return ids;
}

/** Every listing that was found anywhere, but for `own`, with the same metrics: the largest share of local voice first, then the best mean rank. At most `max`. */
export function competitorsOf(points: readonly AnsweredPoint[], size: number, own: string | null, max: number): Competitor[] {
  // The same points for each of them: a copy each would be many times what the answers are.
  const ranked: RankedPoint[] = points.map(({ row, col, distanceMeters }) => ({ row, col, distanceMeters, rank: undefined }));
  return Array.from(idsIn(points, own), placeId => {
    for (const [at, { listings }] of points.entries()) ranked[at]!.rank = listings === null ? undefined : listings.indexOf(placeId) + 1 || null;
    return { placeId, metrics: metricsOf(ranked, size) };
  }).toSorted((one, other) => other.metrics.solv! - one.metrics.solv! || one.metrics.atrp! - other.metrics.atrp! || (one.placeId < other.placeId ? -1 : 1)).slice(0, max);
}
