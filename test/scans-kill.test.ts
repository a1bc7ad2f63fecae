// What deploy/ runs, as plain processes: two that answer, two that work, one PostgreSQL. And on SQLite the one process that does both.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startLab, worldOf } from '../lab/index.ts';
import type { Lab } from '../lab/types.ts';
import { systemClock } from '../src/core/clock.ts';
import type { Store } from '../src/store/index.ts';
import type { TestDatabase } from './databases.ts';
import { seeded } from './kill-loop.ts';
import { ask, asOperator, kill, onEachDatabaseWithProcesses, sharedSecret, signIn, startService, type Answer, type Asking, type Service } from './processes.ts';
import type { ScansTask } from './scans-child.ts';
import { killScript, startScript, type Spoken } from './store-processes.ts';
import { allTables } from './tables.ts';

const DOMAINS = Math.ceil(Number(process.env['DSS_TEST_SCANS'] ?? 80) / 2);
/** Of each domain two: one by the scheduler when it is added, one by hand. */
const SCANS = 2 * DOMAINS;
/** As many runs end between one kill and the next, so that the kills are spread over the work, and somebody gets on, however slow the machine is. */
const RUNS_A_KILL = { sqlite: 30, postgresql: 12 };
const BULK = 200;
const FINISH_MS = 60_000 + SCANS * 200;
const ANSWER_MS = 30_000;
const POLL_MS = 50;
const DAY_MS = 86_400_000;

const names = Array.from({ length: DOMAINS }, (_, number) => `shop${number}.example`);
let lab: Lab;
before(async () => {
  const expiresAt = new Date(Date.now() + 5.5 * DAY_MS).toISOString();
  const registration = {
    registrar: { name: 'Lab Registrar Ltd', ianaId: 9990 }, createdAt: '2020-01-01T00:00:00Z', updatedAt: '2025-01-01T00:00:00Z', expiresAt,
    statuses: ['clientTransferProhibited'], nameservers: ['ns1.lab-dns.net', 'ns2.lab-dns.net'], via: 'rdap', delegationSigned: false,
  } as const;
  const records = '@ MX 0 .\n@ TXT "v=spf1 -all"\n_dmarc TXT "v=DMARC1; p=reject"';
  lab = await startLab({ world: worldOf(names.map(name => ({ name, records, registration }))) });
});

after(() => lab.stop());

onEachDatabaseWithProcesses('Workers that are killed while they scan', (make, dialect) => {
  test(`end each of ${SCANS} scans, and lose and repeat no snapshot, event or notification (seed 7)`, { timeout: 2 * FINISH_MS }, async context => {
    const database = await make();
    const store = await database.open(systemClock);
    const processes = dialect === 'postgresql' ? await startSeveral(database) : await startOne(database);
    const cookie = await signIn(await processes.service());
    const call = (method: string, path: string, asking: Asking = {}) => answered(processes.service, method, path, { cookie, ...asking });

    const added = await call('POST', '/api/domains/import', { body: { domains: names, request_key: 'add' } });
    assert.equal(added.body.data.added, DOMAINS);
    const killing = startKilling(store, RUNS_A_KILL[dialect], processes.killOne);
    await allEnded(store, DOMAINS, killing);
    const ids: string[] = added.body.data.lines.map(({ id }: { id: string }) => id);
    for (let from = 0; from < DOMAINS; from += BULK) {
      const { status, body } = await call('POST', '/api/domains/bulk', { body: { ids: ids.slice(from, from + BULK), action: 'scan', request_key: `scan ${from}` } });
      assert.equal(status, 200, JSON.stringify(body));
    }
    await allEnded(store, SCANS, killing);
    const kills = await killing.stop();

    await assertScannedOnce(store, ids);
    await assertNotifiedOnce(store, ids);
    const resumed = await allTables(store.db).selectFrom('run_event').select('run_id').distinct().where('name', '=', 'resumed').execute();
    context.diagnostic(`${kills} kills, ${resumed.length} runs were taken up again`);
    assert.ok(kills >= SCANS / RUNS_A_KILL[dialect] / 8 && resumed.length >= kills / 4, `${kills} kills, ${resumed.length} runs were taken up again`);
    for (const [path, count] of [['/api/runs?', SCANS], ['/api/domain-events?', SCANS], ['/api/notifications?', DOMAINS]] as const) {
      for (const service of await processes.services()) assert.equal(await countShown(service, path, cookie), count, path);
    }
  });
});

/** Anyone who answers and works. */
interface Processes {
  /** One that answers, as a proxy would choose it. */
  service(): Promise<Pick<Service, 'origin'>>;
  services(): Promise<readonly Pick<Service, 'origin'>[]>;
  killOne(random: () => number): Promise<void>;
}

async function startSeveral(database: TestDatabase): Promise<Processes> {
  const settings = { DSS_ROLE: 'api' };
  const services = [await startService(database, { ...settings, ...asOperator }), await startService(database, settings)];
  const task = writeTask(database, { ...settings, DATABASE_URL: database.url!, DSS_SECRET: sharedSecret });
  const workers = [startWorker(task), startWorker(task)];
  for (const worker of workers) await worker.said('working');
  let turn = 0;
  return {
    service: async () => services[turn++ % 2]!,
    services: async () => services,
    async killOne(random) {
      const at = Math.floor(random() * 2);
      await replace(workers, at, task, random);
      if (random() > 0.2) return;
      await kill(services[at]!);
      services[at] = await startService(database, settings);
    },
  };
}

async function startOne(database: TestDatabase): Promise<Processes> {
  const task = writeTask(database, { DSS_ROLE: 'all', ...asOperator });
  const workers = [startWorker(task)];
  const service = async () => ({ origin: (await workers[0]!.said('working')).split(' ')[1]!.replace('localhost', '127.0.0.1') });
  return { service, services: async () => [await service()], killOne: random => replace(workers, 0, task, random) };
}

/** Kills a worker and starts another in its place; one in five is killed again while it starts. */
async function replace(workers: Spoken[], at: number, task: string, random: () => number): Promise<void> {
  await killScript(workers[at]!);
  workers[at] = startWorker(task);
  if (random() < 0.2) {
    await sleep(random() * 600);
    await killScript(workers[at]);
    workers[at] = startWorker(task);
  }
}

function startWorker(task: string): Spoken {
  return startScript(new URL('scans-child.ts', import.meta.url), [task]);
}

/** Writes what a worker needs to know of the database and the lab into a file, and gives its path. */
function writeTask({ dataDir }: TestDatabase, settings: ScansTask['settings']): string {
  const [file, ca] = [join(dataDir, 'task.json'), join(dataDir, 'ca.pem')];
  writeFileSync(ca, lab.caPem);
  const task: ScansTask = {
    settings: {
      DSS_PORT: '0', DSS_DATA_DIR: dataDir, DSS_PASSWORD_RANGE_URL: 'off', DSS_STATUS_FEEDS: 'off', DSS_VULNDATA: 'off', DSS_DNS_SERVERS: `${lab.resolver.address}:${lab.resolver.port}`, DSS_DNS_ROOTS: lab.roots,
      DSS_DNS_TRUST_ANCHORS: lab.trustAnchor, DSS_RDAP_BOOTSTRAP: lab.rdapBootstrapUrl, DSS_WHOIS_SERVER: lab.whoisServer, DSS_TLS_CA_FILE: ca, DSS_SMTP_URL: lab.smtpUrl, ...settings,
    },
    routes: [...lab.routes],
  };
  writeFileSync(file, JSON.stringify(task));
  return file;
}

/** Asks until somebody answers: anyone who was asked may have been killed meanwhile. */
async function answered(service: Processes['service'], ...[method, path, asking]: [string, string, Asking]): Promise<Answer> {
  const deadlineMs = performance.now() + ANSWER_MS;
  for (;;) {
    const answer = await service().then(asked => ask(asked, method, path, asking)).catch((error: unknown) => error as Error);
    if (!(answer instanceof Error)) return answer;
    if (performance.now() > deadlineMs) throw answer;
    await sleep(POLL_MS);
  }
}

interface Killing {
  /** Throws what went wrong so far. */
  check(): void;
  /** Gives the number of kills. */
  stop(): Promise<number>;
}

function startKilling(store: Store, runsAKill: number, killOne: Processes['killOne']): Killing {
  const random = seeded(7);
  const stopping = new AbortController();
  let kills = 0;
  let fault: unknown = null;
  const work = async (): Promise<void> => {
    let before = 0;
    while (!stopping.signal.aborted) {
      await sleep(POLL_MS + random() * POLL_MS);
      const ended = await countEnded(store);
      if (ended < before + runsAKill) continue;
      await killOne(random);
      kills++;
      before = ended;
    }
  };
  const working = work().catch((error: unknown) => { fault = error; });
  const check = (): void => { if (fault !== null) throw fault; };
  return {
    check,
    async stop() {
      stopping.abort();
      await working;
      check();
      return kills;
    },
  };
}

async function countEnded({ db }: Store): Promise<number> {
  const { count } = await allTables(db).selectFrom('run').select(eb => eb.fn.countAll<number | string>().as('count')).where('finished_at', 'is not', null).executeTakeFirstOrThrow();
  return Number(count);
}

/** Waits until `count` runs have ended, and the jobs that they left behind are done, but for upkeep that is due much later. */
async function allEnded(store: Store, count: number, killing: Killing): Promise<void> {
  const deadlineMs = performance.now() + FINISH_MS;
  for (;;) {
    killing.check();
    const [ended, job] = [await countEnded(store), await allTables(store.db).selectFrom('job').selectAll().where('run_at', '<', store.clock.now() + FINISH_MS).orderBy('turn').limit(1).executeTakeFirst()];
    if (ended >= count && !job) return;
    assert.ok(performance.now() < deadlineMs, `${ended} of ${count} runs have ended, and ${JSON.stringify(job)} waits`);
    await sleep(POLL_MS);
  }
}

/** Two runs of each domain, each with one end and one snapshot; all were paid for once. */
async function assertScannedOnce({ db }: Store, ids: readonly string[]): Promise<void> {
  const runs = await allTables(db).selectFrom('run').select(['id', 'kind', 'status', 'trigger', 'subject_id', 'error']).execute();
  assert.deepEqual(runs.filter(({ kind, status }) => kind !== 'domainScan' || status !== 'completed'), []);
  assertOnce(runs.filter(({ trigger }) => trigger === 'manual').map(run => run.subject_id), [...ids, ...ids]);
  const ended = await allTables(db).selectFrom('run_event').select('run_id').where('name', '=', 'ended').execute();
  assertOnce(ended.map(row => row.run_id), runs.map(({ id }) => id));
  const snapshots = await allTables(db).selectFrom('snapshot').select('domain_id').execute();
  assertOnce(snapshots.map(row => row.domain_id), [...ids, ...ids]);
  const spent = await allTables(db).selectFrom('counter').select('used').where('name', 'like', 'manual_scans:%').execute();
  assert.equal(spent.reduce((sum, { used }) => sum + used, 0), SCANS);
}

/** The first scan of each domain and its near end are one event each; people are notified of the second, by one e-mail. */
async function assertNotifiedOnce({ db }: Store, ids: readonly string[]): Promise<void> {
  const events = await allTables(db).selectFrom('domain_event').select(['id', 'domain_id', 'kind']).execute();
  const ofKind = (wanted: string) => events.filter(({ kind }) => kind === wanted);
  assertOnce(ofKind('baseline.created').map(row => row.domain_id), ids);
  assertOnce(ofKind('registration.expiring').map(row => row.domain_id), ids);
  assert.equal(events.length, 2 * ids.length);
  const notifications = await allTables(db).selectFrom('notification').select(['id', 'subject_id']).execute();
  assertOnce(notifications.map(row => row.subject_id), ofKind('registration.expiring').map(({ id }) => id));
  const mails = await allTables(db).selectFrom('delivery').innerJoin('delivery_notification', 'delivery_id', 'id').select(['notification_id', 'state']).execute();
  assertOnce(mails.map(row => row.notification_id), notifications.map(({ id }) => id));
  assert.deepEqual([...new Set(mails.map(({ state }) => state))], ['delivered']);
}

function assertOnce(found: readonly string[], expected: readonly string[]): void {
  assert.deepEqual(found.toSorted(), expected.toSorted());
}

async function countShown(service: Pick<Service, 'origin'>, path: string, cookie: string): Promise<number> {
  const shown = new Set<string>();
  for (let cursor: string | null = ''; cursor !== null;) {
    const { body }: Answer = await ask(service, 'GET', `${path}limit=200${cursor && `&cursor=${cursor}`}`, { cookie });
    for (const { id } of body.data) shown.add(id as string);
    cursor = body.nextCursor;
  }
  return shown.size;
}
