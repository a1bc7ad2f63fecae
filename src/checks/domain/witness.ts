import type { Lookup } from '../../core/lookup.ts';

/** Whether the answer denies the name; NXDOMAIN behind an alias denies the target alone. */
export function denies(lookup: Lookup<unknown>): boolean {
  return lookup.outcome === 'absent' && lookup.nxdomain && lookup.via.length === 0;
}

/** Whether the answer shows that the name is there: with records, or without any of this type. */
export function speaks(lookup: Lookup<unknown>): boolean {
  return lookup.outcome !== 'failed' && !denies(lookup);
}
