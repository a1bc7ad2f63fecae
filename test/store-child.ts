// One process on a database, for tests of several: `store-child.ts <work> <data folder> <URL or ->` says on stdout what it did.
import { writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { systemClock } from '../src/core/clock.ts';
import { createCounters, openStore, type Store } from '../src/store/index.ts';
import { allTables } from './tables.ts';
import { schema } from '../src/app/registry.ts';

const SPENDINGS = 60;

const works: Record<string, (store: Store) => Promise<void>> = {
  open: () => new Promise(() => {}),
  serve: async store => {
    await store.serve();
    say('serving');
    await new Promise(() => {});
  },
  spend: async store => {
    const counters = createCounters(store, systemClock);
    for (let time = 0; time < SPENDINGS; time++) say(JSON.stringify(await counters.spend('scans', 0, SPENDINGS + 10)));
  },
  write,
};

/** Writes pairs of rows, each pair in one transaction, and says the id of each that the database has acknowledged. */
async function write(store: Store): Promise<void> {
  for (let number = 0; ; number++) {
    const id = `${process.pid}-${number}`;
    try {
      await store.transaction(async tx => {
        await allTables(tx).insertInto('contact_message').values({ id, name: null, email: 'a@example.org', message: 'm'.repeat(number % 3000), created_at: number }).execute();
        await allTables(tx).insertInto('operator_link').values({ token_hash: id, created_at: number, expires_at: number }).execute();
      });
      say(`wrote ${id}`);
      if (store.dialect === 'postgresql' && number === 0) say(`backend ${await backend(store)}`);
    } catch (error) {
      say(`failed ${(error as Error).message.replaceAll('\n', ' ')}`);
      await sleep(20);
    }
  }
}

async function backend(store: Store): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(allTables(store.db));
  return rows[0]!.pid;
}

function say(line: string): void {
  writeSync(1, `${line}\n`);
}

/** A server that recovers from a kill takes no connections for a moment. */
async function openPatiently(): Promise<Store> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await openStore({ dataDir: dataDir!, url: url === '-' ? null : url!, clock: systemClock, schema });
    } catch (error) {
      if (url === '-' || attempt === 50) throw error;
      await sleep(100);
    }
  }
}

const [work, dataDir, url] = process.argv.slice(2);
const store = await openPatiently();
say('open');
const alive = setInterval(() => {}, 60_000);
await works[work!]!(store);
clearInterval(alive);
await store.close();
