import type { Lookup } from '../core/lookup.ts';

/** The records that were found; none where the lookup ended otherwise. */
export function found<T>(lookup: Lookup<readonly T[]>): readonly T[] {
  return lookup.outcome === 'found' ? lookup.value : [];
}

/** A and AAAA of one name together: found if either is, else failed if either is, else absent. */
export function bothFamilies(a: Lookup<readonly string[]>, aaaa: Lookup<readonly string[]>): Lookup<readonly string[]> {
  const first = [a, aaaa].find(({ outcome }) => outcome === 'found');
  if (first?.outcome === 'found') return { ...first, value: [...found(a), ...found(aaaa)] };
  return a.outcome === 'failed' ? a : aaaa;
}
