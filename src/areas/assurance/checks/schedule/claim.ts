import { updateMany, type Db } from '../../../../store/index.ts';
import type { Plans } from '../../../platform/account/index.ts';
import type { Plan } from '../../../../core/access.ts';
import { specOf, type CheckRow } from '../spec.ts';
import { tables } from '../tables.ts';
import { slotAfter } from './slots.ts';

/** A check that this process does in this period. */
export interface Claimed {
  row: CheckRow;
  /** When it is to begin, epoch milliseconds. */
  slot: number;
  /** The period after it. */
  next: number;
}

/** A period longer than this is given to another process where nothing is heard of the one that has it. */
const RETRIED_MS = 5 * 60_000;
/** For what follows a try that took all of its time. */
const LEASE_MS = 30_000;

/** Takes up to `max` checks that are due by `until`, in a transaction of the caller: whoever sets the next time does them. */
export async function claimDue(tx: Db, { plans, dialect }: { plans: Plans; dialect: 'sqlite' | 'postgresql' }, { now, until, max }: { now: number; until: number; max: number }): Promise<Claimed[]> {
  const rows = await tables(tx).selectFrom('custom_check').innerJoin('account', 'account.id', 'custom_check.account_id').selectAll('custom_check').select('account.plan')
    .where('due_at', '<=', until).where('enabled', '=', 1).orderBy('due_at').orderBy('custom_check.id').limit(max)
    .$if(dialect === 'postgresql', query => query.forUpdate('custom_check').skipLocked()).execute();
  if (rows.length === 0) return [];
  const claimed = rows.map(({ plan, ...row }) => claim(row, plans[plan as Plan].shortestCheckSeconds, now));
  await updateMany(tables(tx), { table: 'custom_check', columns: { id: 'text', due_at: 'bigint' }, rows: claimed.map(({ row, next }) => [row.id, heldUntil(row, next, now)]) });
  return claimed;
}

/** When the next check is due, epoch milliseconds; null where there is none. */
export async function nextDue(db: Db): Promise<number | null> {
  const row = await tables(db).selectFrom('custom_check').select('due_at').where('enabled', '=', 1).where('due_at', 'is not', null).orderBy('due_at').limit(1).executeTakeFirst();
  return row?.due_at ?? null;
}

/** Checks that were missed are not made up for: there is one, at once. */
function claim(row: CheckRow, shortestSeconds: number, now: number): Claimed {
  const slot = row.due_at!;
  const intervalMs = Math.max(row.interval_seconds, shortestSeconds) * 1000;
  return { row, slot, next: row.kind === 'push' ? now + intervalMs : slotAfter(row.id, intervalMs, Math.max(slot, now)) };
}

function heldUntil(row: CheckRow, next: number, now: number): number {
  return next - now <= RETRIED_MS ? next : now + specOf(row).timeoutMs + LEASE_MS;
}
