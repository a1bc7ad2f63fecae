// A worker as a process of its own, for tests that kill it: `runs-child.ts <data folder> <URL or ->` says `working` on stdout.
import { randomBytes } from 'node:crypto';
import { writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { createWorker } from '../src/areas/platform/runs/index.ts';
import { defineRun } from '../src/areas/run-kind.ts';
import { schema } from '../src/app/registry.ts';
import { systemClock } from '../src/core/clock.ts';
import { createNewId } from '../src/core/ids.ts';
import { createQueue, openStore, type Db } from '../src/store/index.ts';
import { allTables } from './tables.ts';

const LEASE_MS = 1500;
const STAGE_MS = 60;
const STAGES = 3;
/** Upkeep deletes what was counted long ago. */
const WINDOW = Date.UTC(2100, 0);

/** Takes its time, and counts each stage and each end of a run in the database. */
const counted = defineRun<null>()({ kind: 'domainScan', scope: 'scans' }).handledBy<object, number>(async run => {
  for (let stage = run.state ?? 0; stage < STAGES; stage++) {
    run.tell('part', { stage });
    await sleep(STAGE_MS, undefined, { signal: run.signal });
    await run.commit({ state: stage + 1, progress: { done: stage + 1, total: STAGES, step: null } }, tx => count(tx, `${run.id} stage ${stage}`));
  }
  return { status: 'completed', result: null, change: tx => count(tx, `${run.id} end`) };
});

async function count(tx: Db, name: string): Promise<void> {
  await allTables(tx).insertInto('counter').values({ name, window_start: WINDOW, used: 1 })
    .onConflict(conflict => conflict.columns(['name', 'window_start']).doUpdateSet(eb => ({ used: eb('counter.used', '+', 1) }))).execute();
}

const [dataDir, url] = process.argv.slice(2);
const store = await openStore({ dataDir: dataDir!, url: url === '-' ? null : url!, clock: systemClock, schema });
const queue = createQueue(store, createNewId(systemClock, randomBytes), LEASE_MS);
if (store.dialect === 'sqlite') await queue.releaseAll();
createWorker<object>({
  store, queue, servicesOf: () => Promise.resolve({}), runs: [counted], jobs: [], concurrency: 4, refund: () => Promise.resolve(), report: error => console.error(error),
}).start();
writeSync(1, 'working\n');
setInterval(() => {}, 60_000);
