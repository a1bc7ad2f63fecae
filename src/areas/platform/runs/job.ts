import type { Db, Job } from '../../../store/index.ts';

/** Does one kind of job, outside any transaction; may be called again after a crash or a fault. */
export type JobHandler<Context> = (job: JobWork<Context>) => Promise<JobOutcome | void>;

/** A job in the hands of a worker. */
export interface JobWork<Context> extends Pick<Job, 'id' | 'accountId' | 'payload'> {
  /** How often it was taken since it last ended well, this time included. */
  attempts: number;
  context: Context;
  /** Fires when the worker is to stop or another has taken the job over. */
  signal: AbortSignal;
}

/** How a job ends. An error that is thrown lets it be tried again later, `MAX_ATTEMPTS` times in all. */
export interface JobOutcome {
  /** Committed with the end of the job, or not at all. */
  change?: (tx: Db) => Promise<void>;
  /** Epoch milliseconds at which the same job is to be done again; left out, it is done. */
  againAt?: number;
}

/** How often a job or a run is taken without coming to an end before it is given up. */
export const MAX_ATTEMPTS = 5;
const FIRST_PAUSE_MS = 10_000;

/** When something that failed is tried again: 10 s after the first time, then a minute, 6 and 36 minutes. */
export function retryAt({ attempts }: Pick<Job, 'attempts'>, now: number): number {
  return now + FIRST_PAUSE_MS * 6 ** (attempts - 1);
}
