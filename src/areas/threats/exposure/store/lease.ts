import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../../../../core/clock.ts';
import type { NewId } from '../../../../core/ids.ts';
import type { Db, Store } from '../../../../store/index.ts';
import { tables } from '../tables.ts';

/** How long an address is one scan's that is not heard of. */
const LEASE_MS = 30_000;
/** Nothing is sent in the last part of a lease that could not be renewed: another may begin when it is over. */
const MARGIN_MS = 10_000;
const RETRY_MS = 500;

/** The right to send packets to an address: one scan at a time has it, in whatever process and of whatever account. */
export interface AddressLease {
  /** Waits for the next turn; rejects where the lease was lost or `signal` fires. */
  turn(): Promise<void>;
  /** Fires when the lease is lost. */
  signal: AbortSignal;
  release(): Promise<void>;
}

export interface LeaseOptions {
  db: Db;
  clock: Clock;
  /** A name that no other scan has. */
  holder: string;
  /** Turns a second, evenly spaced: never two at once. */
  perSecond: number;
  signal: AbortSignal;
}

/** Waits until the address is free; rejects when `signal` fires before. */
export async function leaseAddress(address: string, options: LeaseOptions): Promise<AddressLease> {
  const { db, clock, holder, perSecond, signal } = options;
  let goodUntilMs = 0;
  const take = async (): Promise<boolean> => {
    const askedMs = clock.monotonicMs();
    const taken = await takeLease(db, address, holder, clock.now());
    if (taken) goodUntilMs = askedMs + LEASE_MS - MARGIN_MS;
    return taken;
  };
  while (!await take()) await delay(RETRY_MS, undefined, { signal });
  const lost = new AbortController();
  const renewal = setInterval(() => {
    take().then(kept => { if (!kept) lost.abort(new LeaseLost(address)); }, () => {
      if (clock.monotonicMs() > goodUntilMs) lost.abort(new LeaseLost(address));
    });
  }, LEASE_MS / 6).unref();
  const spacingMs = 1000 / perSecond;
  let [turns, dueMs] = [Promise.resolve(), 0];
  const oneTurn = async (): Promise<void> => {
    const waitMs = dueMs - clock.monotonicMs();
    if (waitMs > 0) await delay(waitMs, undefined, { signal: AbortSignal.any([signal, lost.signal]) });
    if (clock.monotonicMs() > goodUntilMs) lost.abort(new LeaseLost(address));
    lost.signal.throwIfAborted();
    dueMs = clock.monotonicMs() + spacingMs;
  };
  return {
    signal: lost.signal,
    turn() {
      const mine = turns.then(oneTurn);
      turns = mine.catch(() => {});
      return mine;
    },
    async release() {
      clearInterval(renewal);
      await tables(db).updateTable('exposure_lease').set({ held_until: clock.now() + Math.ceil(spacingMs) }).where('address', '=', address).where('holder', '=', holder).execute();
    },
  };
}

/** The name by which a run takes a lease: the one process over an embedded database takes up at once what it left when it died. */
export function holderOf(dialect: Store['dialect'], runId: string, newId: NewId): string {
  return dialect === 'sqlite' ? runId : newId('lease');
}

/** Another scan may have the address now. */
class LeaseLost extends Error {
  constructor(address: string) {
    super(`the turn at ${address} was lost`);
  }
}

/** Takes or keeps the lease in one statement: of all processes that ask at once, one gets it. */
async function takeLease(db: Db, address: string, holder: string, now: number): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tables(db).insertInto('exposure_lease').values({ address, holder, held_until: now + LEASE_MS })
    .onConflict(conflict => conflict.column('address').doUpdateSet({ holder, held_until: now + LEASE_MS })
      .where(eb => eb.or([eb('exposure_lease.held_until', '<=', now), eb('exposure_lease.holder', '=', holder)])))
    .executeTakeFirst();
  return Number(numInsertedOrUpdatedRows ?? 0) > 0;
}
