import type { Clock } from '../core/clock.ts';
import type { FeedReply, StatusFeeds } from '../core/outside/status-feeds.ts';
import type { HttpGet } from './http.ts';

/** The incidents of Google are all of several years. */
const MAX_BYTES = 8 << 20;
const TIMEOUT_MS = 15_000;
const MAX_HEADER_CHARACTERS = 300;

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
    async fetch(url, { etag, lastModified }, signal): Promise<FeedReply> {
      if (from === 'off') return { outcome: 'failed', status: null, cause: 'status pages are not read here', retryAfterMs: null };
      const reply = await get(mirror === null ? url : mirrored(mirror, url), {
        maxBytes: MAX_BYTES, timeoutMs: TIMEOUT_MS, signal, redirects: 5, accept: 'application/json, application/rss+xml, application/atom+xml, */*;q=0.5', configured: mirror !== null,
        headers: { ...(etag === null ? {} : { 'If-None-Match': etag }), ...(lastModified === null ? {} : { 'If-Modified-Since': lastModified }) },
      });
      if (reply.outcome === 'failed') return { outcome: 'failed', status: null, cause: reply.cause, retryAfterMs: null };
      const { status, headers, body, truncated } = reply;
      if (status === 304) return { outcome: 'unchanged' };
      if (status !== 200) return { outcome: 'failed', status, cause: `HTTP ${status}`, retryAfterMs: retryAfter(headers['retry-after'], clock.now()) };
      return { outcome: 'fetched', url: mirror === null ? reply.url : url, body, truncated, validators: { etag: bounded(headers.etag), lastModified: bounded(headers['last-modified']) } };
    },
  };
}

function mirrored(mirror: string, url: string): string {
  const { host, pathname, search } = new URL(url);
  return `${mirror}${host}${pathname}${search}`;
}

/** RFC 9110 §10.2.3: seconds or a date. */
function retryAfter(given: string | undefined, now: number): number | null {
  if (given === undefined) return null;
  const ms = /^\d{1,6}$/.test(given) ? Number(given) * 1000 : Date.parse(given) - now;
  return Number.isNaN(ms) ? null : Math.max(0, ms);
}

function bounded(header: string | undefined): string | null {
  return header !== undefined && header.length <= MAX_HEADER_CHARACTERS ? header : null;
}
