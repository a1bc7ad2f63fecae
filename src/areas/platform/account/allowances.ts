import type { Account, Count } from '../../../core/access.ts';
import type { DailyAllowance } from '../../../core/operation.ts';
import type { Counters, Db } from '../../../store/index.ts';
import { allowanceOf, type Plans } from './plans.ts';

const DAY_MS = 86_400_000;
const NETWORK_SCANS = 'network_scans';

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
  /** What stands for the network of a client address in the counters; null for an address that is not limited. */
  clientNetworkOf(address: string): string | null;
}

/** For whom an allowance is spent, and the client address that asks. */
export interface Spender {
  account: Account;
  address: string;
}

/** Counters that are spent together: the limit of the client's network on all accounts of the plan, and the allowance of the account. */
interface Tally {
  name: string;
  counter: string;
  max: number;
}

/**
 * Spends one of the allowance, or `several` together in a transaction: all of them or none. Says how the allowance stands, with `used` above
 * `max` where there are too few left; or how `network_scans` stands, where too many were asked for from the network of the client.
 */
export async function spendAllowance(spending: Spending, spender: Spender, allowance: DailyAllowance, now: number, several?: { count: number; db: Db }): Promise<Count> {
  const { counters } = spending;
  const network = networkTally(spending, spender);
  if (network && !(await counters.spend(network.counter, dayOf(now), network.max, several)).spent) return countOf(network, network.max + 1, now);
  const own = accountTally(spending, spender, allowance);
  const { spent, used } = await counters.spend(own.counter, dayOf(now), own.max, several);
  // In a transaction the refusal takes back what the network has spent.
  if (!spent && network && !several) await counters.refund(network.counter, dayOf(now));
  return countOf(own, spent ? used : own.max + 1, now);
}

/** Spends in the transaction `db` as many as are left, at least one wanted and `count` at most; says how many that were, and how the allowance stands then. */
export async function spendAllowanceLeft(
  spending: Spending, spender: Spender, allowance: DailyAllowance, now: number, { count, db }: { count: number; db: Db },
): Promise<{ granted: number; count: Count }> {
  const own = accountTally(spending, spender, allowance);
  const network = networkTally(spending, spender);
  const most = await spendLeft(spending, own, now, count, db);
  const { granted } = network ? await spendLeft(spending, network, now, most.granted, db) : most;
  const surplus = most.granted - granted;
  for (let refunds = surplus; refunds > 0; refunds--) await spending.counters.refund(own.counter, dayOf(now), db);
  return { granted, count: countOf(own, most.used - surplus, now) };
}

/** `used` is how many are used up then. */
async function spendLeft({ counters }: Spending, { counter, max }: Tally, now: number, wanted: number, db: Db): Promise<{ granted: number; used: number }> {
  let usedUp = 0;
  for (let count = wanted; count > 0;) {
    const { spent, used } = await counters.spend(counter, dayOf(now), max, { count, db });
    if (spent) return { granted: count, used };
    usedUp = used;
    count = Math.min(count - 1, max - used);
  }
  return { granted: 0, used: usedUp };
}

function countOf({ name, max }: Tally, used: number, now: number): Count {
  return { name, max, used, windowSeconds: DAY_MS / 1000, resetsAt: dayOf(now) + DAY_MS };
}

function accountTally({ plans }: Spending, { account: { id, plan } }: Spender, allowance: DailyAllowance): Tally {
  return { name: allowanceNames[allowance], counter: counterOf(allowance, id), max: allowanceOf(plans, plan, allowance) };
}

/** Many accounts of one visitor are one network; the plans are counted apart, so that free accounts take nothing from paying ones. */
function networkTally({ plans, clientNetworkOf }: Spending, { account: { plan }, address }: Spender): Tally | null {
  const network = clientNetworkOf(address);
  return network === null ? null : { name: NETWORK_SCANS, counter: `${NETWORK_SCANS}:${plan}:${network}`, max: plans[plan].networkScansPerDay };
}

/** Gives back what was spent, to the day that it was spent on; in the transaction `db`, where there is one. */
export function refundAllowance(counters: Counters, { accountId, allowance, spentAt }: Spent, db?: Db): Promise<void> {
  return counters.refund(counterOf(allowance, accountId), dayOf(spentAt), db);
}

/** How all allowances of the account stand at `now`. */
export async function readAllowances({ counters, plans }: Pick<Spending, 'counters' | 'plans'>, { id, plan }: Account, now: number) {
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
