import type { Account, Count } from '../../../core/access.ts';
import type { DailyAllowance } from '../../../core/operation.ts';
import type { Counters, Db } from '../../../store/index.ts';
import { allowanceOf, type Plans } from './plans.ts';

const DAY_MS = 86_400_000;

/** The names of the allowances, as replies give them. */
export const allowanceNames = { websiteScans: 'website_scans', manualScans: 'manual_scans' } as const satisfies Record<DailyAllowance, string>;

/** One that an account spent, and when, in epoch milliseconds: what it takes to give it back. */
export interface Spent {
  accountId: string;
  allowance: DailyAllowance;
  spentAt: number;
}

/** What it takes to spend allowances. */
export interface Spending {
  counters: Counters;
  plans: Plans;
}

/**
 * Spends one of the allowance, or `several` together in a transaction: all of them or none. Says how the allowance stands, with `used` above
 * `max` where there are too few left.
 */
export async function spendAllowance({ counters, plans }: Spending, { id, plan }: Account, allowance: DailyAllowance, now: number, several?: { count: number; db: Db }): Promise<Count> {
  const max = allowanceOf(plans, plan, allowance);
  const { spent, used } = await counters.spend(counterOf(allowance, id), dayOf(now), max, several);
  return { name: allowanceNames[allowance], max, used: spent ? used : max + 1, windowSeconds: DAY_MS / 1000, resetsAt: dayOf(now) + DAY_MS };
}

/** Spends in the transaction `db` as many as are left, `count` at most; gives how many. */
export async function spendAllowanceLeft({ counters, plans }: Spending, { id, plan }: Account, allowance: DailyAllowance, now: number, { count: wanted, db }: { count: number; db: Db }): Promise<number> {
  const max = allowanceOf(plans, plan, allowance);
  for (let count = wanted; count > 0;) {
    const { spent, used } = await counters.spend(counterOf(allowance, id), dayOf(now), max, { count, db });
    if (spent) return count;
    count = Math.min(count - 1, max - used);
  }
  return 0;
}

/** Gives back what was spent, to the day that it was spent on; in the transaction `db`, where there is one. */
export function refundAllowance(counters: Counters, { accountId, allowance, spentAt }: Spent, db?: Db): Promise<void> {
  return counters.refund(counterOf(allowance, accountId), dayOf(spentAt), db);
}

/** How all allowances of the account stand at `now`. */
export async function readAllowances({ counters, plans }: Spending, { id, plan }: Account, now: number) {
  const allowances = Object.keys(allowanceNames) as DailyAllowance[];
  const used = await counters.read(allowances.map(allowance => counterOf(allowance, id)), dayOf(now));
  const resetsAt = new Date(dayOf(now) + DAY_MS).toISOString();
  return allowances.map((allowance, at) => {
    const max = allowanceOf(plans, plan, allowance);
    return { name: allowanceNames[allowance], max, used: used[at]!, remaining: Math.max(0, max - used[at]!), resetsAt };
  });
}

function counterOf(allowance: DailyAllowance, accountId: string): string {
  return `${allowanceNames[allowance]}:${accountId}`;
}

/** Start of the day (UTC), epoch milliseconds. */
function dayOf(at: number): number {
  return at - at % DAY_MS;
}
