import type { IncomingHttpHeaders } from 'node:http';
import type { FeedValidators } from '../core/outside/status-feeds.ts';

const MAX_HEADER_CHARACTERS = 300;

/** Headers of a request for what is new since (RFC 9110 §13.1). */
export function ifChangedSince({ etag, lastModified }: FeedValidators): Record<string, string> {
  return { ...(etag === null ? {} : { 'If-None-Match': etag }), ...(lastModified === null ? {} : { 'If-Modified-Since': lastModified }) };
}

/** What a reply is known by; validators that are too long are none. */
export function validatorsOf(headers: IncomingHttpHeaders): FeedValidators {
  return { etag: bounded(headers.etag), lastModified: bounded(headers['last-modified']) };
}

/** For how many milliseconds a reply asks for patience (RFC 9110 §10.2.3: seconds or a date); null where it does not. */
export function retryAfterMs(given: string | undefined, now: number): number | null {
  if (given === undefined) return null;
  const ms = /^\d{1,6}$/.test(given) ? Number(given) * 1000 : Date.parse(given) - now;
  return Number.isNaN(ms) ? null : Math.max(0, ms);
}

function bounded(header: string | undefined): string | null {
  return header !== undefined && header.length <= MAX_HEADER_CHARACTERS ? header : null;
}
