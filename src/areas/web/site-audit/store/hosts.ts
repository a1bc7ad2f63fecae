import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../../../../core/clock.ts';
import type { Db } from '../../../../store/index.ts';
import { tables } from '../tables.ts';

const HOLD_MS = 60_000;
const RETRY_MS = 250;
/** A host that asks for more is left alone for no longer. */
export const MAX_BACK_OFF_MS = 120_000;

interface HostMeans {
  db: Db;
  clock: Pick<Clock, 'now'>;
}

/** Waits for the next turn at the host; turns of all accounts and processes are `spacingMs` apart. */
export async function takeTurn({ db, clock }: HostMeans, host: string, spacingMs: number, signal: AbortSignal): Promise<void> {
  if (spacingMs < 1) return;
  const now = clock.now();
  const { due_at: due } = await tables(db).insertInto('crawled_host').values({ host, due_at: now + spacingMs })
    .onConflict(conflict => conflict.column('host').doUpdateSet(eb => ({
      due_at: eb(eb.case().when('crawled_host.due_at', '>', now).then(eb.ref('crawled_host.due_at')).else(now).end(), '+', spacingMs),
    }))).returning('due_at').executeTakeFirstOrThrow();
  const waitMs = due - spacingMs - now;
  if (waitMs > 0) await delay(waitMs, undefined, { signal });
}

/**
 * Takes the next turn at the host where it comes within `patienceMs`, and else none; gives how long the turn is to be waited for, or would have been.
 * Nobody takes a turn that is not used, so that those who cannot wait push nobody else back.
 */
export async function takeTurnWithin({ db, clock }: HostMeans, host: string, { spacingMs, patienceMs }: { spacingMs: number; patienceMs: number }): Promise<{ taken: boolean; waitMs: number }> {
  const now = clock.now();
  const row = await tables(db).insertInto('crawled_host').values({ host, due_at: now + spacingMs })
    .onConflict(conflict => conflict.column('host').doUpdateSet(eb => ({
      due_at: eb(eb.case().when('crawled_host.due_at', '>', now).then(eb.ref('crawled_host.due_at')).else(now).end(), '+', spacingMs),
    })).where('crawled_host.due_at', '<=', now + patienceMs)).returning('due_at').executeTakeFirst();
  if (row) return { taken: true, waitMs: Math.max(0, row.due_at - spacingMs - now) };
  const { due_at: due } = await tables(db).selectFrom('crawled_host').select('due_at').where('host', '=', host).executeTakeFirst() ?? { due_at: now };
  return { taken: false, waitMs: Math.max(0, due - now) };
}

/** Nobody asks the host anything for `ms`. */
export async function leaveAlone({ db, clock }: HostMeans, host: string, ms: number): Promise<void> {
  const until = clock.now() + Math.min(ms, MAX_BACK_OFF_MS);
  await tables(db).insertInto('crawled_host').values({ host, due_at: until })
    .onConflict(conflict => conflict.column('host').doUpdateSet({ due_at: until }).where('crawled_host.due_at', '<', until)).execute();
}

/** Does `work`, during which what the holder takes stays its own, and gives all of it back. */
export async function whileHolding<T>({ db, clock }: HostMeans, holder: string, work: () => Promise<T>): Promise<T> {
  const renew = () => tables(db).updateTable('crawl_connection').set({ held_until: clock.now() + HOLD_MS }).where('holder', '=', holder).execute();
  // One that could not be renewed is renewed the next time, or has run out.
  const timer = setInterval(() => void renew().catch(() => {}), HOLD_MS / 3);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    await leaveConnections({ db }, holder);
  }
}

/** Waits until the holder has connections to the host, up to `max` of them, for a minute unless that is renewed; gives how many. */
export async function takeConnections(means: HostMeans, { host, holder, max }: { host: string; holder: string; max: number }, signal: AbortSignal): Promise<number> {
  for (;;) {
    let taken = 0;
    for (let slot = 0; slot < max; slot++) if (await takeSlot(means, host, slot, holder)) taken++;
    if (taken > 0) return taken;
    await delay(RETRY_MS, undefined, { signal });
  }
}

/** Gives back what the holder has, of all hosts or of one. */
export async function leaveConnections({ db }: Pick<HostMeans, 'db'>, holder: string, host?: string): Promise<void> {
  await tables(db).deleteFrom('crawl_connection').where('holder', '=', holder).$if(host !== undefined, query => query.where('host', '=', host!)).execute();
}

async function takeSlot({ db, clock }: HostMeans, host: string, slot: number, holder: string): Promise<boolean> {
  const now = clock.now();
  const { numInsertedOrUpdatedRows: changed } = await tables(db).insertInto('crawl_connection').values({ host, slot, holder, held_until: now + HOLD_MS })
    .onConflict(conflict => conflict.columns(['host', 'slot']).doUpdateSet({ holder, held_until: now + HOLD_MS })
      .where(eb => eb.or([eb('crawl_connection.held_until', '<=', now), eb('crawl_connection.holder', '=', holder)])))
    .executeTakeFirst();
  return Number(changed ?? 0) > 0;
}
