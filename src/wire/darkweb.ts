import type { Clock } from '../core/clock.ts';
import type { Darkweb, DarkwebReply, DarkwebSource } from '../core/outside/darkweb.ts';
import { retryAfterMs } from './conditional.ts';
import type { HttpGet, HttpReply } from './http.ts';
import { mirrorOf } from './mirror.ts';

/** All addresses of a domain with some ten thousand people are a few MiB. */
const MAX_BYTES = 32 << 20;
const TIMEOUT_MS = 30_000;

/** Where each source is, and how long it wants to be left alone between two questions. */
const sources: Readonly<Record<DarkwebSource, { url: string; pauseMs: number; keyHeader: string | null }>> = {
  // Its own limit comes with the subscription: `Rpm`.
  hibp: { url: 'https://haveibeenpwned.com/api/v3/', pauseMs: 0, keyHeader: 'hibp-api-key' },
  hudsonRock: { url: 'https://cavalier.hudsonrock.com/api/json/v2/osint-tools/', pauseMs: 1000, keyHeader: null },
  ransomwareLive: { url: 'https://api.ransomware.live/v2/', pauseMs: 60_000, keyHeader: null },
  leakCheck: { url: 'https://leakcheck.io/api/v2/', pauseMs: 500, keyHeader: 'X-API-Key' },
  intelX: { url: 'https://2.intelx.io/', pauseMs: 1000, keyHeader: 'x-key' },
  dehashed: { url: 'https://api.dehashed.com/v2/', pauseMs: 500, keyHeader: 'Dehashed-Api-Key' },
};

interface Terms {
  get: HttpGet;
  clock: Clock;
  /** As `mirrorOf` takes it. */
  from: string;
  /** Those that the operator wants to be asked. */
  wanted: readonly DarkwebSource[];
  keys: Readonly<Partial<Record<DarkwebSource, string | null>>>;
  keptMs: number;
  /** For one question, in milliseconds; by default 30 s. */
  timeoutMs?: number;
}

/** Asks the sources, each question on its own time limit and for up to 32 MiB. */
export function createDarkweb({ get, clock, from, wanted, keys, keptMs, timeoutMs = TIMEOUT_MS }: Terms): Darkweb {
  const { isOn, isMirrored, at } = mirrorOf(from);
  return {
    keptMs,
    isConfigured: source => isOn && wanted.includes(source) && (sources[source].keyHeader === null || (keys[source] ?? null) !== null),
    pauseMs: source => (isMirrored ? 0 : sources[source].pauseMs),
    async ask(source, { path, json }, signal) {
      const { url, keyHeader } = sources[source];
      const reply = await get(at(`${url}${path}`), {
        maxBytes: MAX_BYTES, timeoutMs, signal, redirects: 0, accept: 'application/json', configured: isMirrored,
        headers: keyHeader === null ? {} : { [keyHeader]: keys[source] ?? '' }, ...(json === undefined ? {} : { json }),
      });
      return judge(reply, clock.now());
    },
  };
}

function judge(reply: HttpReply, now: number): DarkwebReply {
  if (reply.outcome === 'failed') return { outcome: 'failed', cause: reply.cause };
  const { status, headers, body, truncated } = reply;
  if (status === 404) return { outcome: 'absent' };
  if (status === 400 || status === 401 || status === 403) return { outcome: 'refused', status };
  if (status === 429) return { outcome: 'limited', retryAfterMs: retryAfterMs(headers['retry-after'], now) };
  if (status !== 200) return { outcome: 'failed', cause: `it answered ${status}` };
  if (truncated) return { outcome: 'failed', cause: `it sent more than ${MAX_BYTES >> 20} MiB` };
  if (body.length === 0) return { outcome: 'answered', json: undefined };
  try {
    return { outcome: 'answered', json: JSON.parse(Buffer.from(body).toString('utf8')) as unknown };
  } catch {
    return { outcome: 'failed', cause: 'it sent something that is no JSON' };
  }
}
