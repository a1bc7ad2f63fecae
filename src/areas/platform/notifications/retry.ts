/** What came of one attempt to deliver; without a cause it was delivered. */
export interface Attempt {
  /** Of HTTP or SMTP, where the receiver gave one. */
  status: number | null;
  cause: string | null;
  /** The service has nothing to send by: no mail server is set up. */
  notConfigured?: boolean;
  /** The receiver wants nothing any more (410 Gone). */
  gone?: boolean;
  /** Trying again cannot help. */
  permanent?: boolean;
  /** How long the receiver asks us to wait. */
  retryAfterMs?: number | null;
  /** How the receiver's reply begins. */
  response: string | null;
  durationMs: number;
}

/** How a delivery goes on. */
export interface Verdict {
  state: 'delivered' | 'notConfigured' | 'waiting' | 'failed';
  /** Epoch milliseconds; null where there is no next attempt. */
  nextAt: number | null;
  /** Since when every attempt of the channel has failed; null after one that has not. */
  failingSince: number | null;
  /** Why the channel is turned off; null where it stays. */
  disable: string | null;
}

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
/** The pauses before the second to the tenth attempt: the schedule of the Standard Webhooks specification. */
const PAUSES_MS = [
  5 * SECOND_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 5 * HOUR_MS, 10 * HOUR_MS, 14 * HOUR_MS, 20 * HOUR_MS, 24 * HOUR_MS,
] as const;
const JITTER = 0.2;
const MOST_RETRY_AFTER_MS = 24 * HOUR_MS;
const MOST_FAILING_MS = 5 * 24 * HOUR_MS;

/** Judges an attempt; `attempts` counts it too, `random` in [0, 1) spreads what failed together. */
export function judgeAttempt(before: { attempts: number; failingSince: number | null }, attempt: Attempt, now: number, random: number): Verdict {
  if (attempt.cause === null) return { state: 'delivered', nextAt: null, failingSince: null, disable: null };
  if (attempt.notConfigured) return { state: 'notConfigured', nextAt: null, failingSince: before.failingSince, disable: null };
  const failingSince = before.failingSince ?? now;
  const failed = { state: 'failed', nextAt: null, failingSince } as const;
  if (attempt.gone) return { ...failed, disable: 'The receiver answered 410 Gone: it wants no more messages.' };
  if (now - failingSince >= MOST_FAILING_MS) return { ...failed, disable: `Every attempt has failed for 5 days. The last cause: ${attempt.cause}` };
  const pauseMs = PAUSES_MS[before.attempts - 1];
  if (attempt.permanent || pauseMs === undefined) return { ...failed, disable: null };
  const spreadMs = pauseMs * (1 + JITTER * (2 * random - 1));
  const askedMs = Math.min(attempt.retryAfterMs ?? 0, MOST_RETRY_AFTER_MS);
  return { state: 'waiting', nextAt: now + Math.round(Math.max(spreadMs, askedMs)), failingSince, disable: null };
}

/** The milliseconds that a header `Retry-After` asks for, seconds or a date (RFC 9110 §10.2.3); null where it says nothing. */
export function readRetryAfter(value: string | null, now: number): number | null {
  if (value === null) return null;
  if (/^\d{1,9}$/.test(value)) return Number(value) * SECOND_MS;
  const at = /^[A-Z][a-z]{2}, .{20,30} GMT$/.test(value) ? Date.parse(value) : NaN;
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}
