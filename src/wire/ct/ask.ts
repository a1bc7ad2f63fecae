import { gunzipSync } from 'node:zlib';
import type { Clock } from '../../core/clock.ts';
import type { HttpGet } from '../http.ts';

/** What a source answered: the body of a 200, that there is nothing at the address, or why it must be asked again later. */
export type Answer =
  | { outcome: 'body'; body: Uint8Array }
  | { outcome: 'absent'; cause: string }
  | Later;

/** Nothing was learnt; the source may be asked again. */
export interface Later {
  outcome: 'later';
  cause: string;
  /** As the source asks; null where it does not. */
  retryAfterMs: number | null;
  /** What it answered, where it did. */
  status?: number;
}

/** How a source is reached. */
export interface Asking {
  get: HttpGet;
  clock: Clock;
  /** The operator named the source: it may stand anywhere. */
  configured: boolean;
}

export interface AskOptions {
  maxBytes: number;
  timeoutMs: number;
  signal: AbortSignal;
  accept?: string;
  headers?: Readonly<Record<string, string>>;
  json?: string;
  file?: string;
}

const MOST_RETRY_MS = 24 * 3_600_000;

/** Asks once. Never throws; an answer that is cut off or larger than allowed is none. */
export async function ask({ get, clock, configured }: Asking, url: string, options: AskOptions): Promise<Answer> {
  const reply = await get(url, { redirects: 0, accept: '*/*', configured, ...options });
  if (reply.outcome === 'failed') return later(reply.cause);
  const { host } = new URL(url);
  if (reply.status === 404 || reply.status === 410) return { outcome: 'absent', cause: `${host} has nothing at ${new URL(url).pathname} (${reply.status})` };
  if (reply.status !== 200) return { ...later(`${host} answered ${reply.status}`, retryAfter(reply.headers['retry-after'], clock.now())), status: reply.status };
  if (reply.truncated) return later(`${host} sent more than ${options.maxBytes} bytes`);
  return { outcome: 'body', body: reply.body };
}

/** The same for JSON; one that cannot be read is none. */
export async function askJson(asking: Asking, url: string, options: AskOptions): Promise<{ outcome: 'json'; json: unknown } | Exclude<Answer, { outcome: 'body' }>> {
  const answer = await ask(asking, url, { accept: 'application/json', ...options });
  if (answer.outcome !== 'body') return answer;
  try {
    return { outcome: 'json', json: JSON.parse(Buffer.from(answer.body).toString('utf8')) as unknown };
  } catch {
    return later(`${new URL(url).host} sent something that is no JSON`);
  }
}

export function later(cause: string, retryAfterMs: number | null = null): Later {
  return { outcome: 'later', cause, retryAfterMs };
}

/** An answer that is none, where something should have been. */
export function asLater(answer: Exclude<Answer, { outcome: 'body' }>): Later {
  return answer.outcome === 'later' ? answer : later(answer.cause);
}

/** RFC 9110 §10.2.3: seconds or a date, at most a day from now. */
function retryAfter(header: string | undefined, now: number): number | null {
  if (header === undefined) return null;
  const ms = /^\d{1,9}$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now;
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), MOST_RETRY_MS) : null;
}

/** What gzip holds where it came unasked, the bytes themselves otherwise; null where they are damaged or hold more than `maxBytes`. */
export function unpacked(bytes: Uint8Array, maxBytes: number): Uint8Array | null {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes.length <= maxBytes ? bytes : null;
  try {
    return gunzipSync(bytes, { maxOutputLength: maxBytes });
  } catch {
    return null;
  }
}
