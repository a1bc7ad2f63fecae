import { randomBytes } from 'node:crypto';
import { createNewId } from '../../../core/ids.ts';
import { createQueue, type Store } from '../../../store/index.ts';
import type { JobHandler } from '../../job.ts';
import { defineRun, type RunOutcome, type RunWork } from '../../run-kind.ts';
import type { Spent } from '../account/index.ts';
import type { RunRow } from './shapes.ts';
import { startRun, type NewRun } from './start.ts';
import { createWorker, type Worker } from './worker.ts';
import { allTables } from '../../../../test/tables.ts';

/** What the kind of run in these tests leaves between its stages. */
export interface Left { stage: number }
export type TestWork = RunWork<object, { times: number }, Left>;

const kind = defineRun<{ times: number }>()({ kind: 'domainScan', scope: 'scans' });

export const DONE: RunOutcome = { status: 'completed', result: { seen: 1 } };

/** The area on a real database, with accounts, and with workers that do `work`. */
export async function openRuns(store: Store, { accounts = ['acc_a'], leaseMs }: { accounts?: readonly string[]; leaseMs?: number } = {}) {
  for (const id of accounts) {
    await allTables(store.db).insertInto('account').values({ id, name: id, plan: 'pro', operator: 0, settings: '{}', settings_version: 0, created_at: 0, delete_after: null }).execute();
  }
  const newId = createNewId(store.clock, randomBytes);
  const queue = createQueue(store, newId, leaseMs);
  const refunds: Spent[] = [];
  const faults: unknown[] = [];

  return {
    queue, refunds, faults,
    services: { db: store.db, store, clock: store.clock, newId, randomBytes, queue },
    start: (over: Partial<NewRun<{ times: number }>> = {}) => store.transaction(tx => startRun(tx, { queue, newId, clock: store.clock }, {
      accountId: 'acc_a', kind, subject: { type: 'domain', id: 'dom_1', label: 'example.org' }, input: { times: 2 }, trigger: 'manual', allowance: null, ...over,
    })),
    worker: (work: (run: TestWork) => Promise<RunOutcome>, { concurrency = 2, jobs = [] }: { concurrency?: number; jobs?: readonly JobHandler<object>[] } = {}): Worker => {
      return createWorker<object>({
        store, queue, servicesOf: () => Promise.resolve({}), runs: [kind.handledBy<object, Left>(work)], jobs, concurrency,
        refund: (_, spent) => { refunds.push(spent); return Promise.resolve(); },
        report: error => { faults.push(error); },
      });
    },
    row: (id: string): Promise<RunRow> => allTables(store.db).selectFrom('run').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    /** What the run told: number and name of each event. */
    reported: async (id: string): Promise<string[]> =>
      (await allTables(store.db).selectFrom('run_event').selectAll().where('run_id', '=', id).orderBy('seq').execute()).map(({ seq, name }) => `${seq} ${name}`),
  };
}

/** Waits until `poll` gives something true, for at most ten seconds. */
export async function until<T>(poll: () => Promise<T | false> | T | false): Promise<T> {
  const deadlineMs = performance.now() + 10_000;
  for (;;) {
    const found = await poll();
    if (found) return found;
    if (performance.now() > deadlineMs) throw new Error('Waited in vain.');
    await new Promise(resolve => { setTimeout(resolve, 5); });
  }
}
