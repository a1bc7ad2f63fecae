// Processes that do custom checks, and those that take reports of jobs, are killed again and again: what goes down and comes up is noticed once.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import test from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { listen, type Listening } from '../lab/services/listen.ts';
import { insertChecks } from '../src/areas/assurance/checks/changes.ts';
import { define } from '../src/areas/assurance/checks/kinds/definition.ts';
import { checksService } from '../src/areas/assurance/checks/service.sample.ts';
import { newPushToken } from '../src/areas/assurance/checks/kinds/push-token.ts';
import { schema } from '../src/app/registry.ts';
import { NewCheck } from '../src/areas/assurance/checks/shapes.ts';
import { systemClock } from '../src/core/clock.ts';
import type { Store } from '../src/store/index.ts';
import type { ChecksTask } from './checks-child.ts';
import type { TestDatabase } from './databases.ts';
import { seeded } from './kill-loop.ts';
import { onEachDatabaseWithProcesses } from './processes.ts';
import { killScript, startScript } from './store-processes.ts';
import { allTables } from './tables.ts';

const CHECKS = 8;
/** Of these so many are jobs that report by themselves. */
const JOBS = 3;
const PERIOD_MS = 2000;
const KILL_EVERY_MS = 6000;
/** Two outages: more within half an hour would be flapping. */
const OUTAGES = 2;
const WAIT_MS = 90_000;
/** Within this time a report comes, is kept and is answered: somewhere in it the process is killed. */
const MOST_OF_A_REPORT_MS = 150;

onEachDatabaseWithProcesses('Custom checks whose processes are killed', (make, dialect) => {
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
      const tokens = await addChecks(store);
      const killing = startKilling(database, target, dialect === 'postgresql' ? ['worker', 'worker', 'api'] : ['all']);
      let cutOff = 0;
      for (let turn = 0; turn <= 2 * OUTAGES; turn++) {
        works = turn % 2 === 0;
        const state = works ? 'up' : 'down';
        await killing.during(async origin => { cutOff += await reported(origin, tokens, state) ? 0 : 1; });
        for (let taken = false; !taken;) taken = await reported(await killing.api(), tokens, state);
        await allAre(store, state);
      }
      const kills = await killing.stop();
      const periods = Math.ceil((Date.now() - beganMs) / PERIOD_MS) + 1;
      context.diagnostic(`${kills} kills in ${periods} periods; requests to each target: ${[...asked.values()].join(' ')}; ${cutOff} of ${2 * OUTAGES + 1} rounds of reports cut off`);
      assert.ok(kills >= 3);
      for (const [host, requests] of asked) assert.ok(requests <= periods + kills, `${host}: ${requests} requests in ${periods} periods`);
      await assertNoticedOnce(store);
    } finally {
      await target.stop();
    }
  });
});

/** Adds what is asked every period, and jobs that report; gives the tokens of these. */
async function addChecks(store: Store): Promise<string[]> {
  const { services, addAccount } = checksService(store);
  const account = await addAccount({ plan: 'enterprise' });
  const tokens = Array.from({ length: JOBS }, () => newPushToken(services));
  await store.transaction(tx => insertChecks(tx, services, account.id, Array.from({ length: CHECKS }, (_, number) => {
    const token = tokens[number] ?? null;
    const given = token === null ? { kind: 'http', target: `http://h${number}.example/`, intervalSeconds: 60, timeoutMs: 1500, failAfter: 2, recoverAfter: 2 } : { kind: 'push', intervalSeconds: 3600 };
    return { token, definition: define(NewCheck.parse({ ...given, name: `Check ${number}` })) };
  }), Date.now()));
  await allTables(store.db).updateTable('custom_check').set({ interval_seconds: PERIOD_MS / 1000 }).where('kind', '!=', 'push').execute();
  return tokens;
}

/** Whether every job was told that its report is taken. */
async function reported(origin: string, tokens: readonly string[], status: 'up' | 'down'): Promise<boolean> {
  const replies = await Promise.allSettled(tokens.map(token => fetch(`${origin}/${token}?status=${status}`, { signal: AbortSignal.timeout(WAIT_MS) })));
  for (const reply of replies) if (reply.status === 'fulfilled') assert.equal(reply.value.status, 200, await reply.value.text());
  return replies.every(({ status: how }) => how === 'fulfilled');
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

interface Killing {
  /** Where reports of jobs are taken, as soon as they are. */
  api(): Promise<string>;
  /** Kills the process that takes reports while it does `work`. */
  during(work: (origin: string) => Promise<unknown>): Promise<void>;
  /** Gives the number of kills. */
  stop(): Promise<number>;
}

/** Keeps a process for each role, and kills one after the other. */
function startKilling({ dataDir, url }: TestDatabase, { port }: Listening, roles: readonly ChecksTask['role'][]): Killing {
  const random = seeded(11);
  const start = (role: ChecksTask['role']) => {
    const task: ChecksTask = { role, dataDir, url, targets: port, migrations: Object.keys(schema.migrations) };
    return startScript(new URL('checks-child.ts', import.meta.url), [JSON.stringify(task)]);
  };
  const processes = roles.map(start);
  const over = new AbortController();
  let [kills, turn] = [0, Promise.resolve()];
  const originOf = async (at: number): Promise<string> => `http://127.0.0.1:${(await processes[at]!.said('working')).split(' ')[1]!}`;
  const killOne = (at: number, during: (origin: string) => Promise<unknown>): Promise<void> => {
    turn = turn.then(async () => {
      const working = during(await originOf(at));
      await sleep(random() * MOST_OF_A_REPORT_MS);
      await killScript(processes[at]!);
      processes[at] = start(roles[at]!);
      kills++;
      await working;
    });
    return turn;
  };
  const working = (async () => {
    for (let at = 0; !over.signal.aborted; at = (at + 1) % roles.length) {
      await sleep(KILL_EVERY_MS / 2 + random() * KILL_EVERY_MS);
      await killOne(at, () => Promise.resolve());
    }
  })();
  return {
    async api() {
      await turn;
      return originOf(roles.length - 1);
    },
    during: work => killOne(roles.length - 1, work),
    async stop() {
      over.abort();
      await working;
      return kills;
    },
  };
}
