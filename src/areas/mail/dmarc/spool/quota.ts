import type { Count } from '../../../../core/access.ts';
import type { Counters, Db } from '../../../../store/index.ts';

interface Quota {
  name: string;
  max: number;
  windowMs: number;
  /** What is used up. */
  says: string;
}

/** KiB of messages with reports, from whatever source, in one UTC day. */
export const kibADay: Quota = { name: 'report_kib_daily', max: 2_097_152, windowMs: 86_400_000, says: '2 GiB of reports in this day' };
/** Messages in one clock hour (UTC): above what the largest inventories get, 10,000 domains with 50 reporters each day. */
export const messagesAnHour: Quota = { name: 'report_messages_hourly', max: 30_000, windowMs: 3_600_000, says: '30,000 messages with reports in this hour' };

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

/** Spends what a message of `bytes` takes of the account's quotas. Throws `OverQuota`; then the transaction `tx` must be undone. */
export async function spendQuotas(tx: Db, counters: Counters, accountId: string, bytes: number, now: number): Promise<void> {
  for (const [quota, count] of [[kibADay, Math.max(1, Math.ceil(bytes / 1024))], [messagesAnHour, 1]] as const) {
    const { spent } = await counters.spend(nameOf(quota, accountId), startOf(quota.windowMs, now), quota.max, { count, db: tx });
    if (!spent) throw new OverQuota(quota, now);
  }
}

/** The quota of the account that is used up to the last; null where something may fit. */
export async function fullQuota(counters: Counters, accountId: string, now: number): Promise<OverQuota | null> {
  for (const quota of [kibADay, messagesAnHour]) {
    const [used = 0] = await counters.read([nameOf(quota, accountId)], startOf(quota.windowMs, now));
    if (used >= quota.max) return new OverQuota(quota, now);
  }
  return null;
}

function nameOf({ name }: Quota, accountId: string): string {
  return `${name}:${accountId}`;
}

function startOf(windowMs: number, now: number): number {
  return now - now % windowMs;
}
