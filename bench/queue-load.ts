// Our queue and pg-boss, each as something that can be filled and drained.
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createNewId } from '../src/core/ids.ts';
import { systemClock } from '../src/core/clock.ts';
import { createQueue, openStore } from '../src/store/index.ts';
import { schema } from '../src/app/registry.ts';
import { allTables } from '../test/tables.ts';

const PEER = 'pg-boss@12.38.0';
const KIND = 'bench';

/** One process's hold on a queue. */
export interface Hand {
  /** Adds `count` jobs of an account in one transaction. */
  add(account: string, count: number): Promise<void>;
  /** Takes up to `max` jobs and ends them, together where that is more than one; gives their accounts in the order in which they were taken. */
  work(max: number): Promise<string[]>;
  close(): Promise<void>;
}

/** A queue that several processes share; `hand` gives what one of them holds. */
export interface Line {
  name: string;
  hand(): Promise<Hand>;
}

/** Ours, in the database at `url`, or on SQLite in `dataDir`, where one process serves and its workers share one hand. */
export async function ours(name: string, dataDir: string, url: string | null, accounts: readonly string[]): Promise<Line> {
  const open = () => openStore({ dataDir, url, clock: systemClock, schema });
  const first = await open();
  for (const id of accounts) {
    await allTables(first.db).insertInto('account').values({ id, name: id, plan: 'pro', operator: 0, settings: '{}', settings_version: 0, created_at: 0, delete_after: null }).execute();
  }
  if (url !== null) await first.close();
  const hand = async (): Promise<Hand> => {
    const store = url === null ? first : await open();
    const queue = createQueue(store, createNewId(systemClock, randomBytes));
    return {
      add: (account, count) => store.transaction(async tx => { await queue.add(tx, account, Array.from({ length: count }, (_, at) => ({ kind: KIND, payload: { at } }))); }),
      async work(max) {
        const jobs = await queue.take([KIND], max);
        if (jobs.length === 1) await store.transaction(tx => queue.finish(tx, jobs[0]!));
        else if (jobs.length > 1) await store.transaction(tx => queue.finishThese(tx, jobs));
        return jobs.map(({ accountId }) => accountId);
      },
      close: () => url === null ? Promise.resolve() : store.close(),
    };
  };
  return { name, hand };
}

interface Boss {
  start(): Promise<unknown>;
  stop(options: { graceful: boolean }): Promise<void>;
  createQueue(name: string): Promise<void>;
  insert(name: string, jobs: { data: { account: string; at: number } }[]): Promise<unknown>;
  fetch(name: string, options: { batchSize: number }): Promise<{ id: string; data: { account: string } }[]>;
  complete(name: string, ids: string[]): Promise<unknown>;
  on(event: 'error', hear: () => void): void;
}

/** The peer in the database at `url`, installed into a temporary folder; null where no registry answers. */
export function peer(url: string): Line | null {
  const folder = mkdtempSync(join(tmpdir(), 'dss-bench-boss-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  try {
    execFileSync('npm', ['install', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', PEER], { timeout: 120_000, stdio: 'ignore' });
  } catch {
    return null;
  }
  const main = createRequire(join(folder, 'package.json')).resolve('pg-boss');
  const hand = async (): Promise<Hand> => {
    const { PgBoss } = await import(pathToFileURL(main).href) as { PgBoss: new (options: object) => Boss };
    // Its own upkeep and schedule stay out of the measurement.
    const boss = new PgBoss({ connectionString: url, supervise: false, schedule: false, max: 4 });
    boss.on('error', () => {});
    await boss.start();
    await boss.createQueue(KIND);
    return {
      add: async (account, count) => void await boss.insert(KIND, Array.from({ length: count }, (_, at) => ({ data: { account, at } }))),
      async work(max) {
        const jobs = await boss.fetch(KIND, { batchSize: max });
        if (jobs.length > 0) await boss.complete(KIND, jobs.map(({ id }) => id));
        return jobs.map(({ data }) => data.account);
      },
      close: () => boss.stop({ graceful: false }),
    };
  };
  return { name: PEER, hand };
}
