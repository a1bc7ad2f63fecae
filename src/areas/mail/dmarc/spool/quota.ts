import type { Count } from '../../../../core/access.ts';
import type { Counters, Db } from '../../../../store/index.ts';
import type { Plans, PlanTerms } from '../../../platform/account/index.ts';
import { tables } from '../tables.ts';
import { isProven, type MessageRow, type MessageSource, type Sender } from './message.ts';

/**
 * Whose quotas a message uses: `own`, the account's by uploads, mailboxes and its secret address; `from:` a domain that is proven to have sent
 * it, within those of all `reporters`; `open`, of all others who know the address or the URL, which stand in DNS. So a stranger uses up
 * nothing of those who report.
 */
export type QuotaPool = 'own' | 'reporters' | `from:${string}` | 'open';

/** What may be taken in: the whole by the account itself, the same by all reporters, and this part of it by what anybody may send. */
const OPEN_SHARE = 1 / 10;
/** What one sender may use of what reporters may: anybody can prove a domain of his own. */
const SENDER_SHARE = 1 / 4;

interface Quota {
  name: string;
  pool: QuotaPool;
  max: number;
  windowMs: number;
  /** What is used up. */
  says: string;
}

/** The most that a counter holds. */
const MAX_COUNTED = 2 ** 31 - 1;
const [HOUR_MS, DAY_MS] = [3_600_000, 86_400_000];
/** Messages in one clock hour (UTC): above what the largest inventories get, 10,000 domains with 50 reporters each day. */
export const messagesAnHour = 30_000;

/** The account has taken in as much as it may for now. */
export class OverQuota extends Error {
  readonly count: Count;
  readonly now: number;
  /** Until there is room again. */
  readonly retryAfterMs: number;

  constructor({ name, max, windowMs, says }: Quota, now: number) {
    const resetsAt = startOf(windowMs, now) + windowMs;
    super(`The account has taken in ${says}. More is taken from ${new Date(resetsAt).toISOString()}.`);
    this.count = { name, max, used: max, windowSeconds: windowMs / 1000, resetsAt };
    this.now = now;
    this.retryAfterMs = resetsAt - now;
  }
}

/** What quotas are counted with. */
export interface QuotaMeans {
  db: Db;
  counters: Counters;
  plans: Plans;
}

/** Whose quotas a message uses on its way in. What lies in a mailbox waits there for the one before, so that all of it is the account's own. */
export function poolOf(way: MessageSource, sender: Sender): QuotaPool {
  return way === 'smtp' || way === 'https' ? poolOfSender(sender) : 'own';
}

/** Whose rows its reports use: by what proves who sent it, whatever way it came. */
export function poolOfRows({ sender_domain: domain, authenticated }: MessageRow): QuotaPool {
  return poolOfSender({ domain, authenticated: authenticated as Sender['authenticated'] });
}

function poolOfSender({ domain, authenticated }: Sender): QuotaPool {
  if (!isProven(authenticated)) return 'open';
  return authenticated === 'upload' || authenticated === 'secretAddress' || domain === null ? 'own' : `from:${domain}`;
}

/** The quotas of an account, by its plan of now. */
export async function quotasOf(means: QuotaMeans, accountId: string): Promise<AccountQuotas> {
  const { plan } = await tables(means.db).selectFrom('account').select('plan').where('id', '=', accountId).executeTakeFirstOrThrow();
  return new AccountQuotas(means, accountId, means.plans[plan as keyof Plans]);
}

/** What an account has taken in, and may. */
export class AccountQuotas {
  readonly #counters: Counters;
  readonly #accountId: string;
  readonly #terms: Readonly<PlanTerms>;

  constructor({ counters }: Pick<QuotaMeans, 'counters'>, accountId: string, terms: Readonly<PlanTerms>) {
    this.#counters = counters;
    this.#accountId = accountId;
    this.#terms = terms;
  }

  /** Spends what a message of `bytes` takes. Throws `OverQuota`; then the transaction `tx` must be undone. */
  async spend(tx: Db, pool: QuotaPool, bytes: number, now: number): Promise<void> {
    const full = await this.fullRows(pool, now);
    if (full) throw full;
    const kib = Math.max(1, Math.ceil(bytes / 1024));
    for (const [quotas, count] of [[this.#kib(pool), kib], [this.#messages(pool), 1]] as const) {
      for (const quota of quotas) {
        const { spent } = await this.#counters.spend(this.#nameOf(quota), startOf(quota.windowMs, now), quota.max, { count, db: tx });
        if (!spent) throw new OverQuota(quota, now);
      }
    }
  }

  /** The quota that is used up of each of these pools, where none of them has anything left; null where something may fit. */
  async full(pools: readonly QuotaPool[], now: number): Promise<OverQuota | null> {
    let full: OverQuota | null = null;
    for (const pool of pools) {
      full = await this.#fullOf([...this.#kib(pool), ...this.#messages(pool), ...this.#rows(pool)], now);
      if (!full) return null;
    }
    return full;
  }

  /** The quota of stored rows where it is used up, else null. */
  fullRows(pool: QuotaPool, now: number): Promise<OverQuota | null> {
    return this.#fullOf(this.#rows(pool), now);
  }

  /** Counts rows that are stored in `tx`. What the last report of a day has more than was left is counted as well. */
  async countRows(tx: Db, pool: QuotaPool, rows: number, now: number): Promise<void> {
    if (rows === 0) return;
    for (const quota of this.#rows(pool)) await this.#counters.spend(this.#nameOf(quota), startOf(quota.windowMs, now), MAX_COUNTED, { count: rows, db: tx });
  }

  async #fullOf(quotas: readonly Quota[], now: number): Promise<OverQuota | null> {
    for (const quota of quotas) {
      const [used = 0] = await this.#counters.read([this.#nameOf(quota)], startOf(quota.windowMs, now));
      if (used >= quota.max) return new OverQuota(quota, now);
    }
    return null;
  }

  #kib(pool: QuotaPool): Quota[] {
    return ofPool(pool, this.#terms.reportMiBPerDay * 1024, max => ({ name: 'report_kib_daily', windowMs: DAY_MS, says: `${(max / 1024).toLocaleString('en')} MiB of reports in this day` }));
  }

  #messages(pool: QuotaPool): Quota[] {
    return ofPool(pool, messagesAnHour, max => ({ name: 'report_messages_hourly', windowMs: HOUR_MS, says: `${max.toLocaleString('en')} messages with reports in this hour` }));
  }

  #rows(pool: QuotaPool): Quota[] {
    return ofPool(pool, this.#terms.reportRowsPerDay, max => ({ name: 'report_rows_daily', windowMs: DAY_MS, says: `reports with ${max.toLocaleString('en')} rows in this day` }));
  }

  #nameOf({ name, pool }: Quota): string {
    return `${name}:${this.#accountId}${pool === 'own' ? '' : `:${pool}`}`;
  }
}

/** The quotas of a pool, of what an account may have in all; a sender's lie within those of all reporters. */
function ofPool(pool: QuotaPool, whole: number, describe: (max: number) => Pick<Quota, 'name' | 'windowMs' | 'says'>): Quota[] {
  const pools: QuotaPool[] = pool.startsWith('from:') ? ['reporters', pool] : [pool];
  return pools.map(each => {
    const max = Math.floor(whole * shareOf(each));
    const { says, ...quota } = describe(max);
    return { ...quota, pool: each, max, says: `${says}${wordsOf(each)}` };
  });
}

function shareOf(pool: QuotaPool): number {
  return pool === 'open' ? OPEN_SHARE : pool.startsWith('from:') ? SENDER_SHARE : 1;
}

function wordsOf(pool: QuotaPool): string {
  switch (pool) {
    case 'own': return '';
    case 'reporters': return ' by mail';
    case 'open': return ' from senders that are not proven';
    default: return ` from ${pool.slice('from:'.length)}`;
  }
}

function startOf(windowMs: number, now: number): number {
  return now - now % windowMs;
}
