import type { Caller, Count, KnownCaller } from '../../../core/access.ts';
import type { AnyOperation } from '../../../core/operation.ts';
import type { Counters } from '../../../store/index.ts';

export const HOUR_MS = 3_600_000;

/** Requests in a clock hour that a new key may be given, and what it has unless asked. */
export const keyHourly = { max: 10_000, standard: 1000 } as const;

/** Requests in a clock hour (UTC) without a key, by the name of the limit: of one session, or of one client address. */
export const hourlyLimits = { session_hourly: 10_000, public_ip_hourly: 60, sign_in: 300, push: 7200, shared_reports: 3600, status_pages: 3600 } as const;

/** Counts one call against the hourly limit of its caller; `hashOf` gives what stands for a client address, which is not kept. */
export function countCall(counters: Counters, operation: AnyOperation, caller: Caller, hashOf: (address: string) => string, now: number): Count | Promise<Count> {
  const { name, of, max } = limitOf(operation, caller, hashOf);
  const counted = (used: number): Count => countIn({ name, max }, used, now);
  const used = counters.count(`${name}:${of}`, hourOf(now));
  return typeof used === 'number' ? counted(used) : used.then(counted);
}

/** How the hourly limit of a key stands after `used` calls in the clock hour of `now`. */
export function countOfKey({ rateLimit }: Extract<KnownCaller, { kind: 'key' }>, used: number, now: number): Count {
  return countIn({ name: 'key_hourly', max: rateLimit }, used, now);
}

function countIn(limit: { name: string; max: number }, used: number, now: number): Count {
  return { ...limit, used, windowSeconds: HOUR_MS / 1000, resetsAt: hourOf(now) + HOUR_MS };
}

/** What counts the calls with a key. */
export function keyCounter(keyId: string): string {
  return `key_hourly:${keyId}`;
}

/** How many calls with the key were counted in the clock hour of `now`, refused ones too. */
export async function callsOfKey(counters: Counters, keyId: string, now: number): Promise<number> {
  const [counted = 0] = await counters.read([keyCounter(keyId)], hourOf(now));
  return counted;
}

/** Start of the clock hour (UTC) that `now` lies in, epoch milliseconds. */
export function hourOf(now: number): number {
  return now - now % HOUR_MS;
}

function limitOf({ limit }: AnyOperation, caller: Caller, hashOf: (address: string) => string): { name: string; of: string; max: number } {
  if (caller.kind === 'key') return { name: 'key_hourly', of: caller.keyId, max: caller.rateLimit };
  if (caller.kind === 'session') return { name: 'session_hourly', of: caller.sessionId, max: hourlyLimits.session_hourly };
  const name = limit ?? 'public_ip_hourly';
  return { name, of: hashOf(caller.address), max: hourlyLimits[name] };
}
