import type { Job } from '../../../store/index.ts';
import type { JobHandler } from '../../job.ts';
import { RunLost } from './retry.ts';
import type { RunHandler } from '../../run-kind.ts';
import { Backoff } from './backoff.ts';
import { doJob, doRun, giveBack, Stopping, type RunnerMeans } from './runner.ts';


export interface WorkerOptions<Services> extends RunnerMeans<Services> {
  runs: readonly RunHandler<Services>[];
  /** Who does the jobs that are no runs. */
  jobs: readonly JobHandler<Services>[];
  /** How many runs and jobs are done at once. */
  concurrency: number;
}

/** Takes what waits in the queue and does it. */
export interface Worker {
  start(): void;
  /** Takes nothing more, gives what is under way a second, and puts the rest back into the queue; resolves within 2 s. */
  stop(): Promise<void>;
}

const LEAST_PAUSE_MS = 50;
const MOST_PAUSE_MS = 1000;
const GRACE_MS = 1000;
/** For what is under way to notice that its signal has fired. */
const FAREWELL_MS = 500;

interface Held {
  job: Job;
  abort: AbortController;
  done: Promise<void>;
}

/** A worker over the queue; any number of them, in any number of processes, share it. */
export function createWorker<Services>(options: WorkerOptions<Services>): Worker {
  const { queue, concurrency, report } = options;
  const runs = new Map(options.runs.map(handler => [handler.kind.kind, handler]));
  const jobs = new Map(options.jobs.map(handler => [handler.kind, handler]));
  const wanted = [...runs.keys(), ...jobs.keys()];
  const held = new Map<string, Held>();
  const backoff = new Backoff(LEAST_PAUSE_MS, MOST_PAUSE_MS);
  const stopping = new AbortController();
  let [over, failing] = [false, false];
  let working = Promise.resolve();
  let reservation: NodeJS.Timeout | undefined;
  let unsubscribe = (): void => {};

  const take = async (): Promise<Job[]> => {
    try {
      const taken = await queue.take(wanted, concurrency - held.size);
      failing = false;
      return taken;
    } catch (error) {
      if (!failing) report(error, 'the queue');
      failing = true;
      return [];
    }
  };

  /** What work that did not hear the end comes to afterwards is nobody's concern: its job is another's. */
  const tellFault = (error: unknown, job: Job): void => {
    if (!over && !(error instanceof RunLost)) report(error, job.id);
  };

  const start = (job: Job): void => {
    const abort = new AbortController();
    const run = runs.get(job.kind);
    const doing = run ? doRun(run, job, abort.signal, options) : doJob(jobs.get(job.kind)!, job, abort.signal, options);
    const done = doing.catch((error: unknown) => tellFault(error, job)).finally(() => {
      held.delete(job.id);
      backoff.wake();
    });
    held.set(job.id, { job, abort, done });
  };

  const work = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const taken = held.size < concurrency ? await take() : [];
      for (const job of taken) start(job);
      if (taken.length > 0) backoff.reset();
      await backoff.pause(stopping.signal);
    }
  };

  /** Who is not kept any more was taken over or cancelled. */
  const keepAll = (): void => {
    for (const { job, abort } of held.values()) {
      queue.keep(job).then(kept => { if (!kept) abort.abort(new RunLost()); }, (error: unknown) => tellFault(error, job));
    }
  };
  const allDone = (): Promise<unknown> => Promise.all([...held.values()].map(({ done }) => done));

  return {
    start() {
      if (wanted.length === 0) return;
      unsubscribe = queue.onAdded(() => backoff.wake());
      reservation = setInterval(keepAll, queue.leaseMs / 3).unref();
      working = work();
    },
    async stop() {
      stopping.abort();
      unsubscribe();
      await working;
      await within(GRACE_MS, allDone());
      clearInterval(reservation);
      for (const { abort } of held.values()) abort.abort(new Stopping());
      await within(FAREWELL_MS, allDone());
      await Promise.all([...held.values()].map(({ job }) => giveBack(job, options).catch((error: unknown) => tellFault(error, job))));
      over = true;
    },
  };
}

async function within(ms: number, work: Promise<unknown>): Promise<void> {
  const { promise: over, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  await Promise.race([work, over]);
  clearTimeout(timer);
}
