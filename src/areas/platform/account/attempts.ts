import { createHash } from 'node:crypto';
import { clientNetwork } from '../../../core/ip.ts';
import { limited } from '../../../core/pipeline.ts';
import type { Counters, Db } from '../../../store/index.ts';

/** Failed attempts to sign in as one person from one address. */
export const failedSignIns = { max: 10, windowSeconds: 15 * 60 } as const;
const DAY_SECONDS = 24 * 60 * 60;
/** E-mails to one address. */
export const emailsToOne = { max: 5, windowSeconds: 60 * 60 } as const;

/** An attempt that was let through; it counts as failed unless `forgive` is called. */
export interface Attempt {
  forgive(): Promise<void>;
}

/** Begins an attempt by `who` (an e-mail address, or a person's id) from `address`; throws `Problem` 429 after ten that failed. */
export async function beginAttempt(counters: Counters, who: string, address: string, now: number): Promise<Attempt> {
  const { max, windowSeconds } = failedSignIns;
  const name = `sign_in_failed:${digest(`${who.toLowerCase()} ${clientNetwork(address)}`)}`;
  const start = windowStart(now, windowSeconds);
  // Spent beforehand, so that attempts at once cannot be more than attempts in turn.
  const { spent, used } = await counters.spend(name, start, max);
  if (!spent) throw limited({ name: 'sign_in', max, used, windowSeconds, resetsAt: start + windowSeconds * 1000 }, now);
  return { forgive: () => counters.refund(name, start) };
}

/** Spends one of the e-mails that may go to this address in this hour, in the transaction `db`; throws `Problem` 429 where none is left. */
export async function spendEmail(counters: Counters, email: string, now: number, db: Db): Promise<void> {
  const { max, windowSeconds } = emailsToOne;
  const start = windowStart(now, windowSeconds);
  const { spent, used } = await counters.spend(counterOfEmails(email), start, max, { count: 1, db });
  if (!spent) throw limited({ name: 'emails_hourly', max, used, windowSeconds, resetsAt: start + windowSeconds * 1000 }, now);
}

function counterOfEmails(email: string): string {
  return `emails:${digest(email.toLowerCase())}`;
}

/** Whether one more e-mail may go to this address in this hour. */
export async function maySendEmail(counters: Counters, email: string, now: number): Promise<boolean> {
  const { spent } = await counters.spend(counterOfEmails(email), windowStart(now, emailsToOne.windowSeconds), emailsToOne.max);
  return spent;
}

/** Whether nobody has signed in as this person with this code before: it may be read over a shoulder, and serves once (RFC 6238 §5.2). */
export async function isFirstUse(counters: Counters, userId: string, code: string, now: number): Promise<boolean> {
  const { spent } = await counters.spend(`totp:${digest(`${userId} ${code}`)}`, windowStart(now, DAY_SECONDS), 1);
  return spent;
}

function windowStart(now: number, windowSeconds: number): number {
  return now - now % (windowSeconds * 1000);
}

/** Counters outlive what they count; addresses of people do not belong there. */
function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
