import type { PageFetched } from '../../../../core/outside/page-fetch.ts';
import { MAX_PAGE_BYTES, type FetchedPage, type FetchFacts, type RedirectHop, type RobotsVerdict } from '../page/index.ts';
import { MAX_BACK_OFF_MS } from '../store/hosts.ts';
import { parsePageUrl } from '../urls/identity.ts';

const MAX_HOPS = 10;
const MAX_TRIES = 3;
const TIMEOUT_MS = 20_000;
const STANDARD_BACK_OFF_MS = 5000;

/** What a visit is made with. */
export interface VisitMeans {
  /** One request, in its turn. */
  ask(url: string, limits: { maxBytes: number; timeoutMs: number }): Promise<PageFetched>;
  robots(url: string): Promise<RobotsVerdict>;
  /** Why no connection to the host can be made, where that is known already; the page is not asked for then. */
  unreachable(url: string): Promise<FetchFacts & { outcome: 'failed' } | null>;
  /** Whether what robots.txt says of the address is obeyed. */
  obeys(url: string): boolean;
  /** Nothing is asked of the host for so long. */
  leaveAlone(url: string, ms: number): Promise<void>;
  now(): number;
  /** How often a host that is overloaded is asked; left out, three times. */
  tries?: number | undefined;
}

/** Fetches a page and follows where it sends the visitor, each hop judged and in its turn; never throws for what the site does. */
export async function visit(url: string, means: VisitMeans): Promise<FetchedPage> {
  const fetchedAt = means.now();
  const redirects: RedirectHop[] = [];
  const seen = new Set([url]);
  const verdict = await means.robots(url);
  const done = (at: string, fetch: FetchFacts, body: Uint8Array | null): FetchedPage => ({ url, finalUrl: at, redirects, fetch, robots: verdict, fetchedAt, body });
  let at = url;
  for (;;) {
    const unreachable = await means.unreachable(at);
    if (unreachable !== null) return { ...done(at, unreachable, null), ...(at === url && { robots: null }) };
    const may = at === url ? verdict : await means.robots(at);
    if (!may.allowed && means.obeys(at)) return done(at, { outcome: 'blocked', rule: may.rule ?? '' }, null);
    const reply = await askPatiently(at, means);
    if (reply.outcome === 'failed') return done(at, reply, null);
    const location = reply.status >= 300 && reply.status < 400 && reply.status !== 304 ? reply.fields.find(([name]) => name === 'location')?.[1] : undefined;
    if (location === undefined) return done(at, factsOf(reply), redirects.length === 0 ? reply.body : null);
    const next = parsePageUrl(location, at)?.url ?? null;
    redirects.push({ url: at, status: reply.status, location: next });
    if (next === null) return done(at, factsOf(reply), null);
    if (seen.has(next) || redirects.length === MAX_HOPS) return done(next, { outcome: 'failed', stage: 'redirect', cause: seen.has(next) ? `the redirects lead back to ${next}` : `more than ${MAX_HOPS} redirects`, late: false }, null);
    seen.add(next);
    at = next;
  }
}

/** A host that is overloaded is left alone for as long as it asks, and asked again. */
async function askPatiently(url: string, means: VisitMeans): Promise<PageFetched> {
  for (let tries = 1; ; tries++) {
    const reply = await means.ask(url, { maxBytes: MAX_PAGE_BYTES, timeoutMs: TIMEOUT_MS });
    if (reply.outcome === 'failed' || (reply.status !== 429 && reply.status !== 503)) return reply;
    const wantedMs = retryAfter(reply.fields.find(([name]) => name === 'retry-after')?.[1], means.now());
    if (tries === (means.tries ?? MAX_TRIES) || (wantedMs ?? 0) > MAX_BACK_OFF_MS) return reply;
    await means.leaveAlone(url, wantedMs ?? STANDARD_BACK_OFF_MS * 2 ** (tries - 1));
  }
}

/** RFC 9110 §10.2.3: seconds or a date; null where neither is given. */
function retryAfter(given: string | undefined, now: number): number | null {
  if (given === undefined) return null;
  const ms = /^\d{1,6}$/.test(given) ? Number(given) * 1000 : Date.parse(given) - now;
  return Number.isNaN(ms) ? null : Math.max(0, ms);
}

function factsOf({ status, fields, ttfbMs, totalMs, body, transferBytes, truncated, certificate }: PageFetched & { outcome: 'answered' }): FetchFacts {
  return {
    outcome: 'answered', status, fields, ttfbMs, totalMs, bytes: body.length, transferBytes, truncated,
    certificate,
  };
}
