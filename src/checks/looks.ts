import type { Look } from '../core/lookup.ts';

/** The records that were found; none where the look ended otherwise. */
export function found<T>(look: Look<readonly T[]>): readonly T[] {
  return look.outcome === 'found' ? look.value : [];
}

/** A and AAAA of one name together: found if either is, else failed if either is, else absent. */
export function bothFamilies(a: Look<readonly string[]>, aaaa: Look<readonly string[]>): Look<readonly string[]> {
  const first = [a, aaaa].find(({ outcome }) => outcome === 'found');
  if (first?.outcome === 'found') return { ...first, value: [...found(a), ...found(aaaa)] };
  return a.outcome === 'failed' ? a : aaaa;
}
