import type { Clock } from '../core/clock.ts';
import type { FeedReply, StatusFeeds } from '../core/outside/status-feeds.ts';
import { ifChangedSince, retryAfterMs, validatorsOf } from './conditional.ts';
import type { HttpGet } from './http.ts';

/** The incidents of Google are all of several years. */
const MAX_BYTES = 8 << 20;
const TIMEOUT_MS = 15_000;

interface Terms {
  get: HttpGet;
  clock: Clock;
  /** `off` reads none; `direct` reads each at its vendor; a URL is a mirror that has them at `<url><host>/<path>`. */
  from: string;
}

/** Fetches feeds of status pages, each on its own time limit and up to 8 MiB. */
export function createStatusFeeds({ get, clock, from }: Terms): StatusFeeds {
  const mirror = from === 'off' || from === 'direct' ? null : from;
  return {
    enabled: from !== 'off',
    async fetch(url, known, signal): Promise<FeedReply> {
      if (from === 'off') return { outcome: 'failed', status: null, cause: 'status pages are not read here', retryAfterMs: null };
      const reply = await get(mirror === null ? url : mirrored(mirror, url), {
        maxBytes: MAX_BYTES, timeoutMs: TIMEOUT_MS, signal, redirects: 5, accept: 'application/json, application/rss+xml, application/atom+xml, */*;q=0.5', configured: mirror !== null,
        headers: ifChangedSince(known),
      });
      if (reply.outcome === 'failed') return { outcome: 'failed', status: null, cause: reply.cause, retryAfterMs: null };
      const { status, headers, body, truncated } = reply;
      if (status === 304) return { outcome: 'unchanged' };
      if (status !== 200) return { outcome: 'failed', status, cause: `HTTP ${status}`, retryAfterMs: retryAfterMs(headers['retry-after'], clock.now()) };
      return { outcome: 'fetched', url: mirror === null ? reply.url : url, body, truncated, validators: validatorsOf(headers) };
    },
  };
}

function mirrored(mirror: string, url: string): string {
  const { host, pathname, search } = new URL(url);
  return `${mirror}${host}${pathname}${search}`;
}
