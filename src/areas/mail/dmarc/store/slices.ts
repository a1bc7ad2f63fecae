import type { Collected, CollectedTuple, Slice } from './shapes.ts';

/** Rows that are counted and stored at once: nobody is answered meanwhile, which is some ten milliseconds. */
export const SLICE_ROWS = 400;

/** The rows of a report in slices, each with the tuples that its rows name. */
export function* slicesOf({ rows, tuples }: Extract<Collected, { kind: 'aggregate' }>): Generator<Slice> {
  for (let from = 0; from < rows.length; from += SLICE_ROWS) {
    const [own, indexes] = [[] as CollectedTuple[], new Map<number, number>()];
    const moved = rows.slice(from, from + SLICE_ROWS).map(row => {
      let tuple = indexes.get(row.tuple);
      if (tuple === undefined) indexes.set(row.tuple, tuple = own.push(tuples[row.tuple]!) - 1);
      return { ...row, tuple };
    });
    yield { tuples: own, rows: moved };
  }
}
