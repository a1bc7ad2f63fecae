import type { Job } from '../../../store/index.ts';

/** How often a job or a run is taken without coming to an end before it is given up. */
export const MAX_ATTEMPTS = 5;
const FIRST_PAUSE_MS = 10_000;

/** When something that failed is tried again: 10 s after the first time, then a minute, 6 and 36 minutes. */
export function retryAt({ attempts }: Pick<Job, 'attempts'>, now: number): number {
  return now + FIRST_PAUSE_MS * 6 ** (attempts - 1);
}

/** The run is no longer this worker's: it was cancelled, or taken over after a silence. */
export class RunLost extends Error {}
