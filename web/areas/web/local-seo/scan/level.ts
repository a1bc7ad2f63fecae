import type { Point } from '../types.ts';

/** The colour of a point: by its rank, or by what is known of it. */
export type Level = 'first' | 'ten' | 'twenty' | 'notFound' | 'unknown';

const PACK = 3;
const FIRST_TEN = 10;

export function levelOf(status: Point['status'], rank: number | null): Level {
  if (status === 'unknown' || status === 'waiting') return 'unknown';
  if (rank === null) return 'notFound';
  return rank <= PACK ? 'first' : rank <= FIRST_TEN ? 'ten' : 'twenty';
}

/** What stands in the cell of a point. */
export function wordOf(status: Point['status'], rank: number | null): string {
  if (status === 'waiting') return '';
  return status === 'unknown' ? '?' : rank === null ? '–' : String(rank);
}

const EIGHTH = 45;

/** Which of the eight directions an azimuth is nearest to, from north clockwise. */
export function directionOf(azimuth: number): number {
  return Math.round(azimuth / EIGHTH) % 8;
}
