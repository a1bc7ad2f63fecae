import type { Status } from '../../../parts/status-badge.tsx';
import type { CheckState, Try } from './types.ts';

export const statusOfState: Readonly<Record<CheckState, Status>> = { up: 'pass', suspect: 'warn', down: 'fail', recovering: 'info', degraded: 'warn', maintenance: 'info', unknown: 'unknown' };
export const statusOfOutcome: Readonly<Record<Try['outcome'], Status>> = { up: 'pass', degraded: 'warn', down: 'fail', unknown: 'unknown', maintenance: 'info' };
