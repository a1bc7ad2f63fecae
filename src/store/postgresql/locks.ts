import type pg from 'pg';
import { StoreInUse } from '../refusals.ts';
import { endClient, openClient } from './connect.ts';

/** Advisory locks belong to the database and the connection: this pair is ours, the second number says which lock. */
const OURS = 0x445353;
export const MIGRATING = `${OURS}, 1`;
const OPEN = `${OURS}, 2`;
const RECONNECT_MS = 1000;

/** Shares the lock of all processes that have the database open, on a connection of its own that is made anew when it dies. */
export async function holdOpen(url: string): Promise<{ release(): Promise<void>; alone<T>(work: () => Promise<T>): Promise<T> }> {
  let released = false;
  let client = await connectSharing(url);
  let again: NodeJS.Timeout | undefined;
  const keep = (fresh: pg.Client): void => {
    client = fresh;
    if (released) void fresh.end();
    else fresh.once('end', reconnect);
  };
  const reconnect = (): void => {
    if (released) return;
    again = setTimeout(() => void connectSharing(url).then(keep, reconnect), RECONNECT_MS).unref();
  };
  keep(client);

  return {
    async release() {
      released = true;
      clearTimeout(again);
      await endClient(client);
    },
    async alone(work) {
      const holder = client;
      if (!await ask(holder, `pg_try_advisory_lock(${OPEN})`)) {
        throw new StoreInUse('Another process has the database open. Stop it first.');
      }
      try {
        return await work();
      } finally {
        // A connection that died meanwhile has lost its locks already.
        await holder.query(`select pg_advisory_unlock(${OPEN})`).catch(() => {});
      }
    },
  };
}

async function connectSharing(url: string): Promise<pg.Client> {
  const client = await openClient(url);
  if (await ask(client, `pg_try_advisory_lock_shared(${OPEN})`)) return client;
  await client.end();
  throw new StoreInUse('The database is being restored. Try again when that is done.');
}

async function ask(client: pg.Client, question: string): Promise<boolean> {
  const { rows } = await client.query<{ answer: boolean }>(`select ${question} as answer`);
  return rows[0]!.answer;
}
