import type pg from 'pg';
import { StoreInUse } from '../refusals.ts';
import { openClient } from './connect.ts';

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
  const watch = (): void => void client.once('end', () => {
    if (!released) again = setTimeout(reconnect, RECONNECT_MS).unref();
  });
  const reconnect = (): void => {
    connectSharing(url).then(
      fresh => {
        client = fresh;
        if (released) void fresh.end();
        else watch();
      },
      () => { if (!released) again = setTimeout(reconnect, RECONNECT_MS).unref(); },
    );
  };
  watch();

  return {
    async release() {
      released = true;
      clearTimeout(again);
      await client.end();
    },
    async alone(work) {
      const holder = client;
      if (!await ask(holder, `pg_try_advisory_lock(${OPEN})`)) {
        throw new StoreInUse('Another process has the database open. Stop it first.');
      }
      try {
        return await work();
      } finally {
        await holder.query(`select pg_advisory_unlock(${OPEN})`);
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
