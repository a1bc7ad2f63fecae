import { Problem } from '../../../core/problem.ts';
import { isPassing, type Db, type Job } from '../../../store/index.ts';
import type { Spent } from '../account/index.ts';
import { MAX_ATTEMPTS, retryAt, RunLost } from './retry.ts';
import type { JobHandler } from '../../job.ts';
import type { RunHandler } from '../../run-kind.ts';
import { begin, end, queueAgain } from './transitions.ts';
import type { RunRow } from './shapes.ts';
import { Work, type WorkMeans } from './work.ts';

/** The reason of a signal that fires because the worker stops. */
export class Stopping extends Error {}

/** What a worker does jobs with. */
export interface RunnerMeans<Services> extends WorkMeans {
  /** The services for work of this account, as it stands now: they reach the outside through the door that is open to it. */
  servicesOf(accountId: string): Promise<Services>;
  /** Gives back, in `tx`, what was spent for a run that failed. */
  refund(tx: Db, spent: Spent): Promise<void>;
}

const FAULT = 'This is a fault of the service and has been logged; the allowance was refunded. Start it again.';
const GIVEN_UP = `The run was taken up ${MAX_ATTEMPTS} times and never came to its end; the allowance was refunded. `
  + 'Start it again; if it persists, give the operator the id of the run.';

/** Does a run from its last finished stage to its end, unless it is lost or the worker stops. */
export async function doRun<Services>(handler: RunHandler<Services>, job: Job, signal: AbortSignal, means: RunnerMeans<Services>): Promise<void> {
  if (job.attempts > MAX_ATTEMPTS) {
    means.report(new Error(GIVEN_UP), job.id);
    return fail(job, GIVEN_UP, means);
  }
  const services = await means.servicesOf(job.accountId);
  const row = await takeUp(job, means);
  if (!row) return;
  const work = new Work(row, job, signal, services, means);
  try {
    const outcome = await handler.work(work);
    await work.end(outcome);
  } catch (error) {
    work.leave();
    await afterFault(error, job, signal, means, async () => {
      const problem = error instanceof Problem ? error : null;
      // That somebody else does not answer is no fault of the program: the run says so.
      if (problem === null || (problem.status >= 500 && problem.code !== 'dependency_unavailable')) means.report(error, job.id);
      await fail(job, problem?.message ?? FAULT, means);
    });
  }
}

/** Does a job to its end, or puts it off after a fault; it is given up after `MAX_ATTEMPTS`. */
export async function doJob<Services>(handler: JobHandler<Services>, job: Job, signal: AbortSignal, means: RunnerMeans<Services>): Promise<void> {
  const { store, queue, report } = means;
  try {
    const services = await means.servicesOf(job.accountId);
    const { change, againAt } = await handler.handle({ id: job.id, accountId: job.accountId, payload: job.payload, attempts: job.attempts, services, signal }) ?? {};
    await store.transaction(async tx => {
      if (!await (againAt === undefined ? queue.finish(tx, job) : queue.putOff(tx, job, againAt, 0))) throw new RunLost();
      await change?.(tx);
    });
  } catch (error) {
    await afterFault(error, job, signal, means, async () => {
      report(error, `job ${job.kind} ${job.id}, time ${job.attempts} of ${MAX_ATTEMPTS}`);
      if (job.attempts < MAX_ATTEMPTS) await queue.putOff(store.db, job, retryAt(job, store.clock.now()));
      else await queue.finish(store.db, job);
    });
  }
}

/** Gives a run or job back to the queue as if it had not been taken. Throws `RunLost` where it was lost. */
export async function giveBack<Services>(job: Job, { store, queue }: Pick<RunnerMeans<Services>, 'store' | 'queue'>): Promise<void> {
  await store.transaction(async tx => {
    await queueAgain(tx, job.id);
    if (!await queue.putOff(tx, job, store.clock.now(), job.attempts - 1)) throw new RunLost();
  });
}

/** What does not speak against the work is settled here; anything else by `blame`. */
async function afterFault<Services>(
  error: unknown, job: Job, { aborted, reason }: AbortSignal, means: RunnerMeans<Services>, blame: () => Promise<void>,
): Promise<void> {
  if (error instanceof RunLost || (aborted && reason instanceof RunLost)) return;
  if (aborted && reason instanceof Stopping) return giveBack(job, means);
  const { store, queue } = means;
  if (isPassing(error) && job.attempts < MAX_ATTEMPTS) await queue.putOff(store.db, job, retryAt(job, store.clock.now()));
  else await blame();
}

/** Marks the run as under way; null where it has ended, is gone, or was taken over. */
async function takeUp<Services>(job: Job, { store, queue }: RunnerMeans<Services>): Promise<RunRow | null> {
  return store.transaction(async tx => {
    const row = await begin(tx, job.id, store.clock.now());
    if (!row) await queue.finish(tx, job);
    else if (!await queue.keep(job, tx)) throw new RunLost();
    return row;
  });
}

async function fail<Services>(job: Job, error: string, { store, queue, refund }: RunnerMeans<Services>): Promise<void> {
  await store.transaction(async tx => {
    const now = store.clock.now();
    const row = await end(tx, { id: job.id }, { status: 'failed', error }, [], now);
    if (!await queue.finish(tx, job)) throw new RunLost();
    const { account_id: accountId, allowance, allowance_at: spentAt } = row ?? {};
    if (accountId !== undefined && allowance && spentAt) await refund(tx, { accountId, allowance: allowance as Spent['allowance'], spentAt });
  });
}
