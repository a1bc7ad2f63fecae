import type { DataOf } from '../../../api/client.ts';
import type { Status } from '../../../parts/status-badge.tsx';

export type RunLine = DataOf<'GET /api/runs'>['data'][number];

/** Colour and shape of how a run stands. */
export const statusOfRun: Readonly<Record<RunLine['status'], Status>> = { queued: 'off', running: 'info', paused: 'off', completed: 'pass', partial: 'warn', failed: 'fail', cancelled: 'off' };

/** How long the run has been going on, or took, in seconds; null before it has begun. */
export function secondsOf({ startedAt, finishedAt }: Pick<RunLine, 'startedAt' | 'finishedAt'>, now: number): number | null {
  return startedAt === null ? null : Math.max(0, ((finishedAt === null ? now : Date.parse(finishedAt)) - Date.parse(startedAt)) / 1000);
}
