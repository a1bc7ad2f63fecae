import type { Status } from '../../../parts/status-badge.tsx';
import type { Control } from './types.ts';

/** The colour and shape of each status of a control. */
export const statusBadges: Readonly<Record<Control['status'], Status>> = { notAssessed: 'unknown', met: 'pass', partial: 'warn', notMet: 'fail', notApplicable: 'off' };
