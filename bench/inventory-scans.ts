// A worker thread that runs the whole service over the lab and reports what scans of monitored domains cost it.
import { randomBytes } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import { sql } from 'kysely';
import type { Outside } from '../src/app/compose.ts';
import { readConfig } from '../src/app/config.ts';
import { createLog } from '../src/app/log.ts';
import { startService } from '../src/app/service.ts';
import { insertDomains } from '../src/areas/domains/inventory/store.ts';
import { systemClock } from '../src/core/clock.ts';
import { createNewId } from '../src/core/ids.ts';
import { openStore, type Db } from '../src/store/index.ts';
import { allTables } from '../test/tables.ts';
import { schema } from '../src/app/registry.ts';

/** What the thread is given: the outside without its map, the map as a list, and which domains each account watches. */
export interface ScansTask {
  outside: Omit<Outside, 'route'>;
  routes: ReadonlyMap<string, number>;
  domains: readonly string[];
  accounts: number;
  dataDir: string;
}

export interface ScansMeasured {
  scans: number;
  /** Of this thread alone: the lab's servers answer from another. */
  cpuMs: number;
  wallMs: number;
  /** What the database grew by for each scan that found nothing new. */
  bytesAScan: number;
}

const POLL_MS = 100;

async function measure({ outside, routes, domains, accounts, dataDir }: ScansTask): Promise<ScansMeasured> {
  const route = (address: string, port: number) => {
    const local = routes.get(`${address}:${port}`);
    return local === undefined ? null : { address: '127.0.0.1', port: local };
  };
  const prepared = await openStore({ dataDir, url: null, clock: systemClock, schema });
  for (let account = 0; account < accounts; account++) await addAccount(prepared.db, `acc_bench${account}`, domains);
  await prepared.close();
  const config = readConfig({ DSS_PORT: '0', DSS_DATA_DIR: dataDir, DSS_PASSWORD_RANGE_URL: 'off', DSS_STATUS_FEEDS: 'off', DSS_VULNDATA: 'off', DSS_DNS_SERVERS: '127.0.0.1:9' });
  const service = await startService({ config, outside: { ...outside, route }, version: '0.0.0', log: createLog(process.stderr, systemClock) });
  const { db } = service.store;
  // The first round warms up and fills the history; the second finds nothing new.
  await allScanned(db, 0);
  const [before, startedAt, startedMs, cpu] = [await databaseBytes(db), Date.now(), performance.now(), process.threadCpuUsage()];
  await allTables(db).updateTable('domain').set({ due_at: startedAt }).execute();
  await allScanned(db, startedAt);
  const { user, system } = process.threadCpuUsage(cpu);
  const wallMs = performance.now() - startedMs;
  const scans = domains.length * accounts;
  const bytesAScan = (await databaseBytes(db) - before) / scans;
  await service.stop();
  return { scans, cpuMs: (user + system) / 1000, wallMs, bytesAScan };
}

async function addAccount(db: Db, id: string, domains: readonly string[]): Promise<void> {
  const newId = createNewId(systemClock, randomBytes);
  await allTables(db).insertInto('account').values({ id, name: id, plan: 'enterprise', operator: 0, settings: '{}', settings_version: 1, created_at: 0, delete_after: null }).execute();
  await allTables(db).insertInto('account_hashing_key').values({ account_id: id, key: randomBytes(32).toString('hex') }).execute();
  await insertDomains(db, domains.map(name => ({ id: newId('dom'), account_id: id, name, due_at: 0, created_at: 0, tags: [] })));
}

/** Until every domain was scanned after `since`. */
async function allScanned(db: Db, since: number): Promise<void> {
  while (await allTables(db).selectFrom('domain').select('id').where(eb => eb.or([eb('checked_at', 'is', null), eb('checked_at', '<', since)])).executeTakeFirst()) await sleep(POLL_MS);
}

async function databaseBytes(db: Db): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`select (page_count - freelist_count) * page_size as bytes
    from pragma_page_count(), pragma_freelist_count(), pragma_page_size()`.execute(allTables(db));
  return rows[0]!.bytes;
}

function sleep(ms: number): Promise<void> {
  return new Promise(resolve => { setTimeout(resolve, ms); });
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- that is of windows, and this is a worker thread
parentPort!.postMessage(await measure(workerData as ScansTask));
