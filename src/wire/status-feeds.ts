import type { Clock } from '../core/clock.ts';
import type { FeedReply, StatusFeeds } from '../core/outside/status-feeds.ts';
import { ifChangedSince, retryAfterMs, validatorsOf } from './conditional.ts';
import type { HttpGet } from './http.ts';
import { mirrorOf } from './mirror.ts';

/** The incidents of Google are all of several years. */
const MAX_BYTES = 8 << 20;
const TIMEOUT_MS = 15_000;

interface Terms {
  get: HttpGet;
  clock: Clock;
  /** As `mirrorOf` takes it. */
  from: string;
}

/** Fetches feeds of status pages, each on its own time limit and up to 8 MiB. */
export function createStatusFeeds({ get, clock, from }: Terms): StatusFeeds {
  const { isOn, isMirrored, at } = mirrorOf(from);
  return {
    enabled: isOn,
    async fetch(url, known, signal): Promise<FeedReply> {
      if (!isOn) return { outcome: 'failed', status: null, cause: 'status pages are not read here', retryAfterMs: null };
      const reply = await get(at(url), {
        maxBytes: MAX_BYTES, timeoutMs: TIMEOUT_MS, signal, redirects: 5, accept: 'application/json, application/rss+xml, application/atom+xml, */*;q=0.5', configured: isMirrored,
        headers: ifChangedSince(known),
      });
      if (reply.outcome === 'failed') return { outcome: 'failed', status: null, cause: reply.cause, retryAfterMs: null };
      const { status, headers, body, truncated } = reply;
      if (status === 304) return { outcome: 'unchanged' };
      if (status !== 200) return { outcome: 'failed', status, cause: `HTTP ${status}`, retryAfterMs: retryAfterMs(headers['retry-after'], clock.now()) };
      return { outcome: 'fetched', url: isMirrored ? url : reply.url, body, truncated, validators: validatorsOf(headers) };
    },
  };
}
