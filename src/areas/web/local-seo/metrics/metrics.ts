import type { definitions } from './definitions.ts';

/** Farther down a place counts as not found. */
export const FOUND_WITHIN = 20;
/** What a place that was not found counts as where a mean takes in all points. */
const NOT_FOUND_RANK = FOUND_WITHIN + 1;
const PACK = 3;
const FIRST_TEN = 10;

/** How a place stands at one point: its rank, or null where it is not among the first 20; `undefined` where it is not known. */
export type RankAt = number | null | undefined;

/** A point of a grid with the rank there, seen from the centre. */
export interface RankedPoint {
  row: number;
  col: number;
  distanceMeters: number;
  rank: RankAt;
}

/** How a place stands over a grid; `null` where nothing could be measured. `GET /api/local-seo/catalog` has the definitions. */
export type Metrics = { [Name in keyof typeof definitions]: number | null };

/** The metrics of a place over the points of a grid of `size` rows; points where the rank is not known are in none of them. */
export function metricsOf(points: readonly RankedPoint[], size: number): Metrics {
  const ranks = points.map(({ rank }) => rank).filter(rank => rank !== undefined).map(rank => (rank === null || rank > FOUND_WITHIN ? null : rank));
  const found = ranks.filter(rank => rank !== null);
  const within = (most: number): number => found.filter(rank => rank <= most).length;
  return {
    arp: meanOf(found),
    atrp: meanOf(ranks.map(rank => rank ?? NOT_FOUND_RANK)),
    solv: shareOf(within(PACK), ranks.length),
    foundShare: shareOf(found.length, ranks.length),
    foundPoints: found.length,
    top3: within(PACK),
    top10: within(FIRST_TEN),
    bestRank: found.length === 0 ? null : Math.min(...found),
    worstRank: found.length === 0 ? null : Math.max(...found),
    distanceToDropMeters: meanOf(dropsOf(points, size)),
    knownPoints: ranks.length,
    unknownPoints: points.length - ranks.length,
  };
}

/** The eight straight lines from the centre of a grid: rows and columns a step. */
const directions = [[-1, 0], [-1, 1], [0, 1], [1, 1], [1, 0], [1, -1], [0, -1], [-1, -1]] as const;

/** On each straight line from the centre the distance of the first point where the rank is not 1 to 3; lines on which it holds to their end have none. */
function dropsOf(points: readonly RankedPoint[], size: number): number[] {
  const at = new Map(points.map(point => [point.row * size + point.col, point]));
  const middle = (size - 1) / 2;
  return directions.flatMap(([down, right]) => {
    for (let step = 0; step <= middle; step++) {
      const point = at.get((middle + down * step) * size + middle + right * step);
      if (point?.rank !== undefined && (point.rank === null || point.rank > PACK)) return [point.distanceMeters];
    }
    return [];
  });
}

function meanOf(numbers: readonly number[]): number | null {
  return numbers.length === 0 ? null : rounded(numbers.reduce((sum, one) => sum + one, 0) / numbers.length);
}

function shareOf(part: number, whole: number): number | null {
  return whole === 0 ? null : rounded(100 * part / whole);
}

/** To two places, as they are told and kept. */
function rounded(number: number): number {
  return Math.round(number * 100) / 100;
}
