import type { Status } from '../../../parts/status-badge.tsx';
import type { Target } from './types.ts';

/** The colour and shape of each judgement of the service. */
export const statuses: Readonly<Record<Target['status'], Status>> = { decide: 'fail', lost: 'warn', pending: 'unknown', listed: 'warn', unscanned: 'unknown', unknown: 'unknown', fine: 'pass' };
