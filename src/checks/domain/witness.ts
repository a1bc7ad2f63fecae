import type { Look } from '../../core/lookup.ts';

/** Whether the answer denies the name; NXDOMAIN behind an alias denies the target alone. */
export function denies(look: Look<unknown>): boolean {
  return look.outcome === 'absent' && look.nxdomain && look.via.length === 0;
}

/** Whether the answer shows that the name is there: with records, or without any of this type. */
export function speaks(look: Look<unknown>): boolean {
  return look.outcome !== 'failed' && !denies(look);
}
