import type { TargetKind } from '../rules/index.ts';

/** As the database has kinds: the sum of these. */
const bits: Readonly<Record<TargetKind, number>> = { link: 1, image: 2, resource: 4, page: 8 };
export const targetKinds = Object.keys(bits) as [TargetKind, ...TargetKind[]];

export function bitOf(kind: TargetKind): number {
  return bits[kind];
}

/** The kinds that are summed up in `sum`. */
export function kindsOf(sum: number): TargetKind[] {
  return targetKinds.filter(kind => (sum & bits[kind]) !== 0);
}
