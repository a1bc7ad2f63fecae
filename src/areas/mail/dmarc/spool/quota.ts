import type { Count } from '../../../../core/access.ts';
import type { Counters, Db } from '../../../../store/index.ts';
import type { Plans, PlanTerms } from '../../../platform/account/index.ts';
import { tables } from '../tables.ts';
import type { Arrival, MessageRow, MessageSource, Sender } from './message.ts';

/**
 * Who brings messages, each with quotas apart: `own`, the account by uploads and mailboxes; `reporters`, mail whose sender was authenticated;
 * `open`, all others who know the address or the URL, which stand in DNS. So a stranger uses up nothing of those who report.
 */
export type QuotaPool = 'own' | 'reporters' | 'open';

/** What may be taken in: the whole by uploads and mailboxes, the same by authenticated mail, and this part of it by what anybody may send. */
const OPEN_SHARE = 1 / 10;
/** What one authenticated sender may use of its pool: anybody can authenticate a domain of his own. */
const SENDER_SHARE = 1 / 4;

interface Quota {
  name: string;
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

/** Whose quotas a message uses. */
function poolOf(way: MessageSource, sender: Sender | undefined): QuotaPool {
  if (way === 'smtp') return sender?.authenticated === 'spf' ? 'reporters' : 'open';
  return way === 'https' ? 'open' : 'own';
}

/** The same of a message that was taken in. */
export function poolOfRow({ way, sender_domain: domain, authenticated }: MessageRow): QuotaPool {
  return poolOf(way as MessageSource, { domain, authenticated: authenticated as Sender['authenticated'] });
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
  async spend(tx: Db, { way, sender }: Pick<Arrival, 'way' | 'sender'>, bytes: number, now: number): Promise<void> {
    const pool = poolOf(way, sender);
    const full = await this.fullRows(pool, now);
    if (full) throw full;
    const kib = Math.max(1, Math.ceil(bytes / 1024));
    for (const quota of [this.#kib(pool), this.#messages(pool), ...(pool === 'reporters' ? [ofSender(this.#kib(pool), sender!.domain!), ofSender(this.#messages(pool), sender!.domain!)] : [])]) {
      const { spent } = await this.#counters.spend(this.#nameOf(quota), startOf(quota.windowMs, now), quota.max, { count: quota.windowMs === DAY_MS ? kib : 1, db: tx });
      if (!spent) throw new OverQuota(quota, now);
    }
  }

  /** The quota that is used up of each of these pools, where none of them has anything left; null where something may fit. */
  async full(pools: readonly QuotaPool[], now: number): Promise<OverQuota | null> {
    let full: OverQuota | null = null;
    for (const pool of pools) {
      full = await this.#fullOf([this.#kib(pool), this.#messages(pool), this.#rows(pool)], now);
      if (!full) return null;
    }
    return full;
  }

  /** The quota of stored rows where it is used up, else null. */
  fullRows(pool: QuotaPool, now: number): Promise<OverQuota | null> {
    return this.#fullOf([this.#rows(pool)], now);
  }

  /** Counts rows that are stored in `tx`. What the last report of a day has more than was left is counted as well. */
  async countRows(tx: Db, pool: QuotaPool, rows: number, now: number): Promise<void> {
    if (rows === 0) return;
    const quota = this.#rows(pool);
    await this.#counters.spend(this.#nameOf(quota), startOf(quota.windowMs, now), MAX_COUNTED, { count: rows, db: tx });
  }

  async #fullOf(quotas: readonly Quota[], now: number): Promise<OverQuota | null> {
    for (const quota of quotas) {
      const [used = 0] = await this.#counters.read([this.#nameOf(quota)], startOf(quota.windowMs, now));
      if (used >= quota.max) return new OverQuota(quota, now);
    }
    return null;
  }

  #kib(pool: QuotaPool): Quota & { of: string } {
    const max = shareOf(this.#terms.reportMiBPerDay * 1024, pool);
    return { of: pool, name: 'report_kib_daily', max, windowMs: DAY_MS, says: `${(max / 1024).toLocaleString('en')} MiB of reports in this day${byPool[pool]}` };
  }

  #messages(pool: QuotaPool): Quota & { of: string } {
    const max = shareOf(messagesAnHour, pool);
    return { of: pool, name: 'report_messages_hourly', max, windowMs: HOUR_MS, says: `${max.toLocaleString('en')} messages with reports in this hour${byPool[pool]}` };
  }

  #rows(pool: QuotaPool): Quota & { of: string } {
    const max = shareOf(this.#terms.reportRowsPerDay, pool);
    return { of: pool, name: 'report_rows_daily', max, windowMs: DAY_MS, says: `reports with ${max.toLocaleString('en')} rows in this day${byPool[pool]}` };
  }

  #nameOf({ name, of }: Quota & { of?: string }): string {
    return `${name}:${this.#accountId}${of === undefined || of === 'own' ? '' : `:${of}`}`;
  }
}

const byPool: Readonly<Record<QuotaPool, string>> = { own: '', reporters: ' by authenticated mail', open: ' by HTTPS and mail that is not authenticated' };

function shareOf(max: number, pool: QuotaPool): number {
  return pool === 'open' ? Math.floor(max * OPEN_SHARE) : max;
}

function ofSender(quota: Quota, domain: string): Quota & { of: string } {
  return { ...quota, of: `from:${domain}`, max: Math.floor(quota.max * SENDER_SHARE), says: `${quota.says}, a quarter of it from ${domain}` };
}

function startOf(windowMs: number, now: number): number {
  return now - now % windowMs;
}
