import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { sql } from 'kysely';
import { startLab } from '../lab/index.ts';
import type { Lab, LabDomain } from '../lab/types.ts';
import { outsideOfLab } from '../src/app/commands/demo.ts';
import { composeChecker, type Outside } from '../src/app/compose.ts';
import { readConfig } from '../src/app/config.ts';
import { createLog } from '../src/app/log.ts';
import { startService, type Service } from '../src/app/service.ts';
import { glancedRecords } from '../src/checks/index.ts';
import { keepSnapshot, snapshotOf, type Snapshot } from '../src/areas/domains/history/snapshots/index.ts';
import { insertDomains } from '../src/areas/domains/inventory/store.ts';
import { createKeyByProgram } from '../src/areas/platform/keys/index.ts';
import { systemClock } from '../src/core/clock.ts';
import { createNewId } from '../src/core/ids.ts';
import type { Db, Store } from '../src/store/index.ts';
import { makePostgresql, makeSqlite, type TestDatabase } from '../test/databases.ts';
import type { ScansMeasured, ScansTask } from './inventory-scans.ts';
import { allTables } from '../test/tables.ts';

const DOMAINS = 10_000;
const OTHER_ACCOUNTS = 4;
const PAGES_EACH = 3;
const ROUNDS = 4;
const HISTORY_DOMAINS = 200;
const HISTORY_EACH = 100;
const SCAN_DOMAINS = 40;
const SCAN_ACCOUNTS = 5;
const newId = createNewId(systemClock, randomBytes);

/** Prints how many scans a core does in a minute, how long pages of a full inventory take, and what an unchanged scan costs to store. */
export async function bench(): Promise<void> {
  const lab = await startLab();
  try {
    await scans(lab);
    const snapshot = snapshotOf(await composeChecker(outsideOfLab(lab))('healthy.example'));
    for (const [name, database] of [['SQLite', makeSqlite()], ['PostgreSQL', await makePostgresql()]] as const) {
      try {
        await onDatabase(name, database, snapshot);
      } finally {
        await database.remove();
      }
    }
  } finally {
    await lab.stop();
  }
}

async function scans(lab: Lab): Promise<void> {
  const { route: _, ...outside } = outsideOfLab(lab);
  const dataDir = mkdtempSync(join(tmpdir(), 'dss-bench-'));
  const domains = lab.world.domains.filter(isQuick).map(({ name }) => name).slice(0, SCAN_DOMAINS);
  const task: ScansTask = { outside, routes: lab.routes, domains, accounts: SCAN_ACCOUNTS, dataDir };
  const worker = new Worker(new URL('inventory-scans.ts', import.meta.url), { workerData: task });
  try {
    const measured = await new Promise<ScansMeasured>((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
    });
    say('scans a minute and core (the service\'s own CPU time)', Math.round(60_000 * measured.scans / measured.cpuMs));
    say('CPU time of a scan, ms', round1(measured.cpuMs / measured.scans));
    say('scans a minute as they went, beside the lab in the same process', Math.round(60_000 * measured.scans / measured.wallMs));
    say('bytes in the database for a scheduled scan that found nothing new, its run included', Math.round(measured.bytesAScan));
  } finally {
    await worker.terminate();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Well kept, and nobody in its way keeps silent. */
function isQuick({ says, shows, faults, registration }: LabDomain): boolean {
  return says !== '' && shows.length === 0 && faults.length === 0 && registration?.fault === undefined;
}

const nowhere: Outside = {
  dnsServers: [{ address: '127.0.0.1', port: 9 }], dnsRoots: [], trustAnchors: [], rdapBootstrap: 'http://127.0.0.1:9/', whoisServer: { host: '127.0.0.1', port: 9 },
  allow: [], ca: null, route: () => null,
};

async function onDatabase(name: string, database: TestDatabase, snapshot: Snapshot): Promise<void> {
  const config = readConfig({
    DSS_PORT: '0', DSS_DATA_DIR: database.dataDir, DATABASE_URL: database.url ?? '', DSS_SECRET: 'the secret of a bench, long enough', DSS_PASSWORD_RANGE_URL: 'off', DSS_STATUS_FEEDS: 'off', DSS_VULNDATA: 'off', DSS_DNS_SERVERS: '127.0.0.1:9',
  });
  const service = await startService({ config, outside: nowhere, version: '0.0.0', log: createLog(process.stderr, systemClock) });
  try {
    const key = await fill(service);
    await pages(name, service.baseUrl, key);
    limit(`${name}: bytes of a snapshot that did not change`, Math.ceil(await bytesOfUnchanged(service.store, snapshot)), 200);
  } finally {
    await service.stop();
  }
}

/** A full inventory, among others; gives a key to it. */
async function fill({ store, services }: Service): Promise<string> {
  const { db } = store;
  for (let account = 0; account <= OTHER_ACCOUNTS; account++) {
    const id = `acc_bench${account}`;
    await allTables(db).insertInto('account').values({ id, name: id, plan: 'enterprise', operator: 0, settings: '{}', settings_version: 1, created_at: 0, delete_after: null }).execute();
    await allTables(db).insertInto('account_hashing_key').values({ account_id: id, key: randomBytes(32).toString('hex') }).execute();
    await store.transaction(tx => addDomains(tx, id, DOMAINS));
  }
  await (store.dialect === 'sqlite' ? sql`analyze`.execute(allTables(db)) : sql`vacuum analyze`.execute(allTables(db)));
  const account = { id: 'acc_bench0', name: '', plan: 'enterprise', operator: false } as const;
  return (await store.transaction(tx => createKeyByProgram(tx, account, { ...services, now: Date.now() }, { scopes: ['domains'], rateLimit: 10_000 }))).key;
}

const words = ['shop', 'mail', 'office', 'north', 'blue', 'data', 'art', 'wood', 'city', 'tea'];

async function addDomains(tx: Db, account_id: string, count: number): Promise<void> {
  const word = (at: number, step: number) => words[Math.floor(at / step) % words.length]!;
  await insertDomains(tx, Array.from({ length: count }, (_, at) => ({
    id: newId('dom'), account_id, name: `${word(at, 1)}-${word(at, 10)}-${at}.example`, due_at: null, created_at: at * 1000,
    note: at % 3 === 0 ? `Renewed by ${word(at, 7)} on the ${at % 28}th of the month` : null, tags: [word(at, 3), word(at, 11)],
  })));
  const scanned = sql`account_id = ${account_id} and created_at / 1000 % 10 <> 0`;
  await sql`update domain set checked_at = created_at + 5 where ${scanned}`.execute(allTables(tx));
  const facets = [
    ['score', sql`created_at / 1000 % 101`, sql`null`], ['issues', sql`created_at / 7000 % 9`, sql`null`], ['expiresAt', sql`created_at * 3`, sql`null`],
    ['grade', sql`null`, sql`case when created_at / 1000 % 2 = 0 then 'A' else 'C' end`], ['worst', sql`null`, sql`case when created_at / 7000 % 9 > 4 then 'high' else 'none' end`],
    ...glancedRecords.map(record => [`records.${record}`, sql`null`, sql`'ok'`] as const),
  ] as const;
  for (const [measure, value, word] of facets) {
    await sql`insert into domain_facet (domain_id, account_id, area, measure, value, word, updated_at)
      select id, account_id, 'history', ${sql.lit(measure)}, cast(${value} as bigint), cast(${word} as text), checked_at from domain where ${scanned}`.execute(allTables(tx));
  }
}

const sorts = ['name', 'score', 'issues', 'openEvents', 'checkedAt', 'nextCheckAt', 'expiresAt', 'createdAt', 'updatedAt'].flatMap(sort => [sort, `-${sort}`]);
const questions: readonly Record<string, string>[] = [
  ...sorts.map(sort => ({ sort })),
  ...sorts.map(sort => ({ sort, limit: '200' })),
  ...['shop', 'blue-tea', 'renewed by wood', '-9999.', 'nowhere at all', '%'].flatMap(search => [{ search }, { search, sort: '-score' }]),
  { tag: 'shop' }, { tag: 'tea', sort: '-expiresAt' }, { grade: 'A', sort: 'score' }, { worst: 'high', search: 'mail' }, { worst: 'none', sort: '-checkedAt' }, { monitored: 'true' },
];

/** Each question with some pages, one request at a time. */
async function pages(name: string, baseUrl: string, key: string): Promise<void> {
  const agent = new Agent({ keepAlive: true });
  const tookMs: { ms: number; asked: string }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    for (const question of questions) {
      let cursor: string | null = null;
      for (let page = 0; page < PAGES_EACH && (page === 0 || cursor !== null); page++) {
        const asked: string = new URLSearchParams({ ...question, ...(cursor === null ? {} : { cursor }) }).toString();
        const startedMs = performance.now();
        const body = await get(agent, `${baseUrl.replace('localhost', '127.0.0.1')}/api/domains?${asked}`, key);
        // The first round warms up.
        if (round > 0) tookMs.push({ ms: performance.now() - startedMs, asked: JSON.stringify(question) });
        cursor = (JSON.parse(body) as { nextCursor: string | null }).nextCursor;
      }
    }
  }
  agent.destroy();
  const sorted = tookMs.toSorted((a, b) => a.ms - b.ms);
  const at = (quantile: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * quantile))]!;
  limit(`${name}: pages of ${DOMAINS} domains, p95 of ${sorted.length}, ms`, round1(at(0.95).ms), 50);
  say(`${name}: the same, median, ms`, round1(at(0.5).ms));
  console.log(`  ${name}: the slowest: ${round1(at(1).ms)} ms for ${at(1).asked}`);
}

function get(agent: Agent, url: string, key: string): Promise<string> {
  return new Promise((resolve, reject) => {
    request(url, { agent, headers: { authorization: `Bearer ${key}` } }, reply => {
      const chunks: Buffer[] = [];
      reply.on('data', (chunk: Buffer) => chunks.push(chunk));
      reply.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        if (reply.statusCode === 200) resolve(text);
        else reject(new Error(`${url}: ${reply.statusCode} ${text}`));
      });
    }).on('error', reject).end();
  });
}

/** What the database grows by for each, over the scans of many domains in turn. */
async function bytesOfUnchanged({ dialect, db, transaction }: Store, snapshot: Snapshot): Promise<number> {
  const domains = await allTables(db).selectFrom('domain').select('id').where('account_id', '=', 'acc_bench1').limit(HISTORY_DOMAINS).execute();
  const scan = (at: number) => transaction(async tx => { for (const { id } of domains) await keepSnapshot(tx, id, { at, score: 97, snapshot }); });
  const bytes = async () => {
    const size = dialect === 'sqlite'
      ? sql<{ bytes: number }>`select (page_count - freelist_count) * page_size as bytes from pragma_page_count(), pragma_freelist_count(), pragma_page_size()`
      : sql<{ bytes: number }>`select pg_total_relation_size('snapshot') + pg_total_relation_size('snapshot_set') + pg_total_relation_size('snapshot_part') as bytes`;
    return (await size.execute(allTables(db))).rows[0]!.bytes;
  };
  const start = Date.now();
  await scan(start);
  const before = await bytes();
  for (let n = 1; n <= HISTORY_EACH; n++) await scan(start + n * 3_600_000);
  return (await bytes() - before) / (HISTORY_EACH * domains.length);
}

function round1(number: number): number {
  return Math.round(number * 10) / 10;
}


function say(what: string, figure: number): void {
  console.log(`  ${what}: ${figure}`);
}

function limit(what: string, figure: number, most: number): void {
  console.log(`${figure <= most ? '✓' : '✗'} ${what}: ${figure} (at most ${most})`);
  if (figure > most) process.exitCode = 1;
}
