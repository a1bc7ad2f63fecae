import type { Status } from '../../../parts/status-badge.tsx';
import type { Target } from './types.ts';

/** How a target stands: what is to be decided first, then its proof. */
export function statusOfTarget({ state, counts: { openEvents, listed }, scannedAt }: Pick<Target, 'state' | 'counts' | 'scannedAt'>): Status {
  if (openEvents > 0) return 'fail';
  if (state === 'lost' || listed > 0) return 'warn';
  return state === 'pending' || scannedAt === null ? 'unknown' : 'pass';
}
