import type { Status } from '../../../parts/status-badge.tsx';
import type { Level } from './types.ts';

export const statusOfLevel: Readonly<Record<Level, Status>> = { operational: 'pass', maintenance: 'info', degraded: 'warn', partialOutage: 'warn', majorOutage: 'fail', unknown: 'unknown' };

/** Whether it is trouble that the operator of the service reports. */
export function isTrouble(level: Level): boolean {
  return level === 'degraded' || level === 'partialOutage' || level === 'majorOutage';
}
