import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import test from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startRun } from '../src/areas/platform/runs/index.ts';
import { systemClock } from '../src/core/clock.ts';
import { createNewId } from '../src/core/ids.ts';
import { createQueue, type Store } from '../src/store/index.ts';
import type { TestDatabase } from './databases.ts';
import { seeded } from './kill-loop.ts';
import { ask, asOperator, kill, onEachDatabaseWithProcesses, signIn, startService, type Service } from './processes.ts';
import { killScript, startScript, type Spoken } from './store-processes.ts';
import { allTables } from './tables.ts';
import { domainScan } from '../src/areas/domains/inventory/index.ts';

const RUNS = 150;
const RUNS_AT_ONCE = 30;
const KILLS = 8;
const STAGES = 3;
/** Of what `runs-child.ts` counts. */
const WINDOW = Date.UTC(2100, 0);
const FINISH_MS = 90_000;

onEachDatabaseWithProcesses('Workers that are killed at any moment', (make, dialect) => {
  test(`end each of ${RUNS} runs, and none twice, over ${KILLS} kills (seed 5)`, async () => {
    const database = await make();
    const topology = dialect === 'postgresql' ? await startServers(database) : null;
    const store = await database.open(systemClock);
    const accountId = topology?.accountId ?? await addAccount(store);
    await startRuns(store, accountId);
    const workers = Array.from({ length: dialect === 'postgresql' ? 2 : 1 }, () => startWorker(database));
    await workers[0]!.said('working');
    const random = seeded(5);
    for (let time = 0; time < KILLS; time++) {
      await sleep(150 + random() * 400);
      const at = Math.floor(random() * workers.length);
      if (topology && random() < 0.3) await topology.killOne(at);
      else {
        await killScript(workers[at]!);
        workers[at] = startWorker(database);
        // Most are killed while they work, some while they start.
        if (random() < 0.8) await workers[at].said('working');
      }
    }
    const resumed = await allEnded(store);
    assert.ok(resumed > KILLS / 2, `${resumed} runs were taken up again`);
    await assertEndedOnce(store);
    await topology?.assertShown();
  });
});

function startWorker({ dataDir, url }: TestDatabase): Spoken {
  return startScript(new URL('runs-child.ts', import.meta.url), [dataDir, url ?? '-']);
}

/** Two processes that answer requests and do no runs. */
async function startServers(database: TestDatabase) {
  const role = { DSS_ROLE: 'api' };
  const first = await startService(database, { ...role, ...asOperator });
  const servers: Promise<Service>[] = [Promise.resolve(first), startService(database, role)];
  const cookie = await signIn(first);
  const me = await ask(first, 'GET', '/api/auth/me', { cookie });
  return {
    accountId: me.body.data.account.id as string,
    async killOne(at: number): Promise<void> {
      await kill(await servers[at]!);
      const { status } = await ask(await servers[1 - at]!, 'GET', '/api/runs?limit=1', { cookie });
      assert.equal(status, 200);
      servers[at] = startService(database, role);
    },
    async assertShown(): Promise<void> {
      for (const server of await Promise.all(servers)) {
        const shown: string[] = [];
        for (let cursor: string | null = ''; cursor !== null;) {
          const { body }: { body: any } = await ask(server, 'GET', `/api/runs?status=completed&limit=200${cursor && `&cursor=${cursor}`}`, { cookie });
          shown.push(...body.data.map(({ id }: { id: string }) => id));
          cursor = body.nextCursor;
        }
        assert.equal(new Set(shown).size, RUNS);
      }
    },
  };
}

async function addAccount({ db }: Store): Promise<string> {
  await allTables(db).insertInto('account').values({ id: 'acc_1', name: 'A', plan: 'pro', operator: 0, settings: '{}', settings_version: 0, created_at: 0, delete_after: null }).execute();
  return 'acc_1';
}

async function startRuns(store: Store, accountId: string): Promise<void> {
  const newId = createNewId(systemClock, randomBytes);
  const queue = createQueue(store, newId);
  for (let from = 0; from < RUNS; from += RUNS_AT_ONCE) {
    await store.transaction(async tx => {
      for (let number = from; number < from + RUNS_AT_ONCE; number++) {
        const subject = { type: 'domain', id: `dom_${number}`, label: `n${number}.example` } as const;
        await startRun(tx, { queue, newId, clock: systemClock }, { accountId, kind: domainScan, subject, input: null, trigger: 'manual', allowance: null, dedupeKey: subject.id });
      }
    });
  }
}

/** Waits until no run is open; gives how many were taken up again. */
async function allEnded({ db }: Store): Promise<number> {
  const deadlineMs = performance.now() + FINISH_MS;
  for (;;) {
    const open = await allTables(db).selectFrom('run').select(['id', 'status']).where('finished_at', 'is', null).execute();
    if (open.length === 0) break;
    assert.ok(performance.now() < deadlineMs, `${open.length} runs have not ended, such as ${JSON.stringify(open[0])}`);
    await sleep(100);
  }
  return (await allTables(db).selectFrom('run_event').select('run_id').distinct().where('name', '=', 'resumed').execute()).length;
}

async function assertEndedOnce({ db }: Store): Promise<void> {
  const runs = await allTables(db).selectFrom('run').select(['id', 'status', 'error']).execute();
  assert.deepEqual(runs.filter(({ status }) => status !== 'completed'), []);
  const counted = await allTables(db).selectFrom('counter').select(['name', 'used']).where('window_start', '=', WINDOW).execute();
  assert.deepEqual(counted.filter(({ used }) => used !== 1), []);
  const names = runs.flatMap(({ id }) => [...Array.from({ length: STAGES }, (_, stage) => `${id} stage ${stage}`), `${id} end`]);
  assert.deepEqual(counted.map(({ name }) => name).toSorted(), names.toSorted());
  const ended = await allTables(db).selectFrom('run_event').select('run_id').where('name', '=', 'ended').execute();
  assert.deepEqual(ended.map(row => row.run_id).toSorted(), runs.map(({ id }) => id).toSorted());
  assert.deepEqual(await allTables(db).selectFrom('job').select('id').execute(), []);
  assert.equal(runs.length, RUNS);
}
