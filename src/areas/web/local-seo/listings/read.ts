import { crawlSpacingMs, fetchRobots, leaveHostAlone, mayFetch, rulesOf, takeHostTurn, userAgentOf, visit, type PageFacts, type RobotsRules } from '../../site-audit/index.ts';
import type { LocalSeoServices } from '../services.ts';
import { textOf } from './says.ts';

/** A page that was read, or why it was not. */
export type PageSeen = { url: string; state: 'read'; page: PageFacts; text: string } | { url: string; state: 'unknown'; cause: string };

type Means = Pick<LocalSeoServices, 'db' | 'clock' | 'fetchPage' | 'auditThreads' | 'crawlManners'>;

/** Text beyond is not compared. */
const MAX_TEXT = 300_000;
const TRIES = 2;

/** Reads pages as a crawler that obeys robots.txt and takes its turn at each host, Crawl-delay included, as for hosts of others. */
export function createPageReader({ db, clock, fetchPage, auditThreads, crawlManners }: Means, signal: AbortSignal): (url: string) => Promise<PageSeen> {
  const origins = new Map<string, Promise<RobotsRules>>();
  const userAgent = userAgentOf({ userAgent: 'desktop' });
  const spacingMs = Math.round(1000 / crawlManners.foreignRequestsPerSecond);
  const request = async (url: string, limits: { maxBytes: number; timeoutMs: number }, apartMs = spacingMs) => {
    await takeHostTurn({ db, clock }, new URL(url).host, apartMs, signal);
    return fetchPage(url, { ...limits, userAgent, signal });
  };
  const rulesFor = (url: string): Promise<RobotsRules> => {
    const { origin } = new URL(url);
    const known = origins.get(origin) ?? fetchRobots(origin, request).then(rulesOf);
    origins.set(origin, known);
    return known;
  };
  const visitOne = (url: string) => visit(url, {
    ask: async (address, limits) => request(address, limits, crawlSpacingMs(await rulesFor(address), spacingMs)), robots: async address => mayFetch(await rulesFor(address), address), unreachable: async address => (await rulesFor(address)).unreachable, obeys: () => true,
    leaveAlone: (address, ms) => leaveHostAlone({ db, clock }, new URL(address).host, ms), now: () => clock.now(), tries: TRIES,
  });

  return async url => {
    const unknown = (cause: string): PageSeen => ({ url, state: 'unknown', cause });
    let fetched = await visitOne(url);
    // A visit that was sent on has no body: where it ended is a page of its own.
    if (fetched.redirects.length > 0 && fetched.fetch.outcome === 'answered' && fetched.fetch.status < 300) fetched = await visitOne(fetched.finalUrl);
    signal.throwIfAborted();
    const { fetch } = fetched;
    if (fetch.outcome === 'blocked') return unknown(`robots.txt does not let it be read: ${fetch.rule}`);
    if (fetch.outcome === 'failed') return unknown(fetch.cause);
    if (fetch.status < 200 || fetch.status > 299) return unknown(`it answered ${fetch.status}`);
    if (fetched.body === null) return unknown('it leads on to another page');
    const page = await auditThreads.parse(fetched);
    if (page.document === null) return unknown('it is no page of HTML');
    return { url, state: 'read', page, text: textOf(new TextDecoder(page.document.encoding.name).decode(fetched.body)).slice(0, MAX_TEXT) };
  };
}

const CONTACT = /contact|kontakt|impressum|imprint|about|ueber-uns|über uns|location|standort|anfahrt|contatt|contacto|find-us|nous-trouver/i;

/** Pages of the same host that the page links to and that are likely to have contact data, the first ones. */
export function contactPagesOf(page: PageFacts, max: number): string[] {
  const { host } = new URL(page.finalUrl);
  const urls = (page.document?.links ?? []).flatMap(({ url, anchor }) => (url !== null && /^https?:/.test(url) && new URL(url).host === host && CONTACT.test(`${url} ${anchor}`) ? [url] : []));
  return [...new Set(urls)].filter(url => url !== page.finalUrl).slice(0, max);
}
