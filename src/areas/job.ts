import type { z } from 'zod';
import type { Db, Job, NewJob } from '../store/index.ts';

/** When and how a job is done; see `NewJob`. */
export type JobTerms = Pick<NewJob, 'id' | 'runAt' | 'dedupeKey' | 'background'>;

/** One kind of job, declared once: called with a payload it gives the job for the queue, and its handler gets that payload. */
export interface JobKind<Payload extends z.ZodType> {
  (payload: z.input<Payload>, terms?: JobTerms): NewJob;
  readonly kind: string;
  /** Does jobs of this kind; may stand in a later area than the kind. */
  handledBy<Services>(handle: HandleJob<Services, z.output<Payload>>): JobHandler<Services>;
}

/** Does one job, outside any transaction; may be called again after a crash or a fault. */
export type HandleJob<Services, Payload> = (job: JobWork<Services, Payload>) => Promise<JobOutcome | void>;

/** Who does the jobs of one kind. */
export interface JobHandler<Services> {
  kind: string;
  handle: HandleJob<Services, unknown>;
}

/** A job in the hands of a worker. */
export interface JobWork<Services, Payload> extends Pick<Job, 'id' | 'accountId'> {
  payload: Payload;
  /** How often it was taken since it last ended well, this time included. */
  attempts: number;
  services: Services;
  /** Fires when the worker is to stop or another has taken the job over. */
  signal: AbortSignal;
}

/** How a job ends. An error that is thrown lets it be tried again later. */
export interface JobOutcome {
  /** Committed with the end of the job, or not at all. */
  change?: (tx: Db) => Promise<void>;
  /** Epoch milliseconds at which the same job is to be done again; left out, it is done. */
  againAt?: number;
}

/** `defineJob('deliver', z.object({delivery: z.string()}))` states a kind of job; its name stands in the queue of running services and never changes. */
export function defineJob<Payload extends z.ZodType>(kind: string, payload: Payload): JobKind<Payload> {
  const make = (given: z.input<Payload>, terms: JobTerms = {}): NewJob => ({ kind, payload: given, ...terms });
  return Object.assign(make, {
    kind,
    handledBy: <Services>(handle: HandleJob<Services, z.output<Payload>>): JobHandler<Services> => ({
      kind,
      handle: job => handle({ ...job, payload: payload.parse(job.payload) }),
    }),
  });
}
