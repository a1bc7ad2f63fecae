import { pointsOf, type Grid } from '../geo/grid.ts';
import type { PointRow } from './store.ts';

/** A grid in two steps: points that are asked first, and for the others, between which of these they lie. */
export interface Refinement {
  first: ReadonlySet<number>;
  /** Null for a point that is asked whatever the others say, as it lies between none. */
  between: ReadonlyMap<number, readonly number[] | null>;
}

/** Listings in front that must be alike as well, or a competitor changes between two points. */
const SAME_FRONT = 3;

/** Every second row and column comes first, from the corners on, and the centre. */
export function refinementOf(grid: Grid): Refinement {
  const points = pointsOf(grid);
  const at = new Map(points.map(({ row, col, index }) => [row * grid.size + col, index]));
  const middle = (grid.size - 1) / 2;
  const around = (line: number): number[] => (line % 2 === 0 ? [line] : [line - 1, line + 1]);
  const first = new Set<number>();
  const between = new Map<number, readonly number[] | null>();
  for (const { row, col, index } of points) {
    if ((row % 2 === 0 && col % 2 === 0) || (row === middle && col === middle)) first.add(index);
    else {
      const ends = around(row).flatMap(line => around(col).map(other => at.get(line * grid.size + other)));
      between.set(index, ends.includes(undefined) ? null : ends as number[]);
    }
  }
  return { first, between };
}

/** The answer that a point which lies between `ends` shares with all of them; null where they differ or one has no answer. */
export function sharedAnswer(ends: readonly number[] | null, rows: ReadonlyMap<number, PointRow>): PointRow | null {
  const answers = (ends ?? []).map(end => rows.get(end));
  const [one] = answers;
  if (one === undefined) return null;
  const key = keyOf(one);
  return answers.every(answer => answer?.state === 'answered' && keyOf(answer) === key) ? one : null;
}

function keyOf({ rank, listings }: PointRow): string {
  const front = (JSON.parse(listings ?? '[]') as [string][]).slice(0, SAME_FRONT).map(([id]) => id);
  return JSON.stringify([rank, front]);
}
