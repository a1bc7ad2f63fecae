import { randomBytes } from 'node:crypto';
import { createNewId } from '../../../core/ids.ts';
import { createQueue, type Store } from '../../../store/index.ts';
import type { JobHandler } from './job.ts';
import type { RunKind, RunOutcome, RunWork } from './kind.ts';
import type { Spent } from './runner.ts';
import type { RunRow } from './shapes.ts';
import { startRun, type NewRun } from './start.ts';
import { createWorker, type Worker } from './worker.ts';

/** What the kind of run in these tests leaves between its stages. */
export interface Left { stage: number }
export type TestWork = RunWork<object, { times: number }, Left>;

export const DONE: RunOutcome = { status: 'completed', result: { seen: 1 } };

/** The area on a real database, with accounts, and with workers that do `work`. */
export async function openRuns(store: Store, { accounts = ['acc_a'], leaseMs }: { accounts?: readonly string[]; leaseMs?: number } = {}) {
  for (const id of accounts) {
    await store.db.insertInto('account').values({ id, name: id, plan: 'pro', operator: 0, settings: '{}', settings_version: 0, created_at: 0, delete_after: null }).execute();
  }
  const newId = createNewId(store.clock, randomBytes);
  const queue = createQueue(store, newId, leaseMs);
  const refunds: Spent[] = [];
  const faults: unknown[] = [];

  return {
    queue, refunds, faults,
    context: { db: store.db, store, clock: store.clock, newId, randomBytes, queue },
    start: (over: Partial<NewRun> = {}) => store.transaction(tx => startRun(tx, { queue, newId, clock: store.clock }, {
      accountId: 'acc_a', kind: 'domainScan', subject: { type: 'domain', id: 'dom_1', label: 'example.org' }, input: { times: 2 }, trigger: 'manual', allowance: null, ...over,
    })),
    worker: (work: (run: TestWork) => Promise<RunOutcome>, { concurrency = 2, jobs = {} }: { concurrency?: number; jobs?: Record<string, JobHandler<object>> } = {}): Worker => {
      const kind: RunKind<object, { times: number }, Left> = { kind: 'domainScan', scope: 'scans', work };
      return createWorker<object>({
        store, queue, context: {}, kinds: [kind], jobs, concurrency,
        refund: (_, spent) => { refunds.push(spent); return Promise.resolve(); },
        report: error => { faults.push(error); },
      });
    },
    row: (id: string): Promise<RunRow> => store.db.selectFrom('run').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    /** What the run told: number and name of each event. */
    told: async (id: string): Promise<string[]> =>
      (await store.db.selectFrom('run_event').selectAll().where('run_id', '=', id).orderBy('seq').execute()).map(({ seq, name }) => `${seq} ${name}`),
  };
}

/** Waits until `look` gives something true, for at most ten seconds. */
export async function until<T>(look: () => Promise<T | false> | T | false): Promise<T> {
  const deadlineMs = performance.now() + 10_000;
  for (;;) {
    const found = await look();
    if (found) return found;
    if (performance.now() > deadlineMs) throw new Error('Waited in vain.');
    await new Promise(resolve => { setTimeout(resolve, 5); });
  }
}
