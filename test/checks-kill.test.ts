// Workers that do custom checks are killed again and again: what goes down and comes up is noticed once.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import test, { afterEach } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { listen, type Listening } from '../lab/services/listen.ts';
import { insertChecks } from '../src/areas/assurance/checks/changes.ts';
import { define } from '../src/areas/assurance/checks/kinds/definition.ts';
import { checksService } from '../src/areas/assurance/checks/service.sample.ts';
import { NewCheck } from '../src/areas/assurance/checks/shapes.ts';
import { systemClock } from '../src/core/clock.ts';
import type { Store } from '../src/store/index.ts';
import { onEachDatabaseOf, type TestDatabase } from './databases.ts';
import { seeded } from './kill-loop.ts';
import { startScript, type Spoken } from './store-processes.ts';
import { allTables } from './tables.ts';

const CHECKS = 8;
const PERIOD_MS = 2000;
const KILL_EVERY_MS = 3000;
/** Two outages: more within half an hour would be flapping. */
const OUTAGES = 2;
const WAIT_MS = 90_000;

const children = new Set<Spoken>();
process.on('exit', () => { for (const child of children) child.process.kill('SIGKILL'); });
afterEach(async () => { for (const child of children) await killChild(child); });

onEachDatabaseOf('Custom checks whose workers are killed', (make, dialect) => {
  test('lose and repeat no transition and no notification, and no period is done twice but around a kill (seed 11)', { timeout: 4 * WAIT_MS }, async context => {
    const database = await make();
    const store = await database.open(systemClock);
    const asked = new Map<string, number>();
    let works = true;
    const target = await listen(createServer((request, response) => {
      const host = request.headers.host!;
      asked.set(host, (asked.get(host) ?? 0) + 1);
      response.writeHead(works ? 200 : 500).end();
    }));
    try {
      const beganMs = Date.now();
      await addChecks(store);
      const killing = startKilling(database, target, dialect === 'postgresql' ? 2 : 1);
      for (let outage = 0; outage < OUTAGES; outage++) {
        works = true;
        await allAre(store, 'up');
        works = false;
        await allAre(store, 'down');
      }
      works = true;
      await allAre(store, 'up');
      const kills = await killing();
      const periods = Math.ceil((Date.now() - beganMs) / PERIOD_MS) + 1;
      context.diagnostic(`${kills} kills in ${periods} periods; requests to each target: ${[...asked.values()].join(' ')}`);
      assert.ok(kills >= 3);
      for (const [host, requests] of asked) assert.ok(requests <= periods + kills, `${host}: ${requests} requests in ${periods} periods`);
      await assertNoticedOnce(store);
    } finally {
      await target.stop();
    }
  });
});

async function addChecks(store: Store): Promise<void> {
  const { services, addAccount } = checksService(store);
  const account = await addAccount({ plan: 'enterprise' });
  await store.transaction(tx => insertChecks(tx, services, account.id, Array.from({ length: CHECKS }, (_, number) => ({
    token: null, definition: define(NewCheck.parse({ kind: 'http', name: `Check ${number}`, target: `http://h${number}.example/`, intervalSeconds: 60, timeoutMs: 1500, failAfter: 2, recoverAfter: 2 })),
  })), Date.now()));
  await allTables(store.db).updateTable('custom_check').set({ interval_seconds: PERIOD_MS / 1000 }).execute();
}

async function allAre(store: Store, state: string): Promise<void> {
  const deadline = Date.now() + WAIT_MS;
  for (;;) {
    const rows = await allTables(store.db).selectFrom('custom_check').select(['name', 'state']).where('state', '!=', state).execute();
    if (rows.length === 0) return;
    assert.ok(Date.now() < deadline, `not ${state}: ${rows.map(({ name, state: is }) => `${name} ${is}`).join(', ')}`);
    await sleep(200);
  }
}

/** Each outage of each host is one incident, of which people are notified when it begins and when it ends. */
async function assertNoticedOnce(store: Store): Promise<void> {
  const incidents = await allTables(store.db).selectFrom('check_incident').select(['id', 'host', 'resolved_at', 'timeline']).execute();
  assert.equal(incidents.length, CHECKS * OUTAGES);
  assert.deepEqual(incidents.filter(({ resolved_at: at }) => at === null), []);
  for (const { timeline } of incidents) assert.deepEqual((JSON.parse(timeline) as { kind: string }[]).map(({ kind }) => kind), ['opened', 'recovered', 'resolved']);
  const jobs = await allTables(store.db).selectFrom('job').select('payload').where('kind', '=', 'notify').execute();
  const sent = jobs.map(({ payload }) => (JSON.parse(payload) as { notification: { kind: string; data: { incident: string } } }).notification).map(({ kind, data }) => `${kind} ${data.incident}`);
  assert.deepEqual(sent.toSorted(), incidents.flatMap(({ id }) => [`check.down ${id}`, `check.up ${id}`]).toSorted());
}

/** Keeps so many workers, and kills one after the other; the result ends that, and gives the number of kills. */
function startKilling({ dataDir, url }: TestDatabase, { port }: Listening, count: number): () => Promise<number> {
  const random = seeded(11);
  const start = () => {
    const child = startScript(new URL('checks-child.ts', import.meta.url), [dataDir, url ?? '-', String(port)]);
    children.add(child);
    return child;
  };
  const workers = Array.from({ length: count }, start);
  const over = new AbortController();
  let kills = 0;
  const working = (async () => {
    while (!over.signal.aborted) {
      await workers[kills % count]!.said('working');
      await sleep(KILL_EVERY_MS / 2 + random() * KILL_EVERY_MS);
      await killChild(workers[kills % count]!);
      workers[kills % count] = start();
      kills++;
    }
  })();
  return async () => {
    over.abort();
    await working;
    return kills;
  };
}

async function killChild(child: Spoken): Promise<void> {
  child.process.kill('SIGKILL');
  await child.ended;
  children.delete(child);
}
