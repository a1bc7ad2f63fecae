import type { Clock } from '../../../core/clock.ts';
import type { PageFetch, PageFetched } from '../../../core/outside/page-fetch.ts';
import { mayFetch, rulesOf, visit, type AuditThreads, type OriginRobots, type PageFacts } from '../site-audit/index.ts';

/** What the check of a page works with. */
export interface SeoCheckServices {
  fetchPage: PageFetch;
  clock: Clock;
  auditThreads: AuditThreads;
}

/** The page, and what its host says to crawlers. */
export interface PageSeen {
  page: PageFacts;
  robots: OriginRobots;
  /** As robots.txt names them. */
  sitemaps: readonly string[];
}

/** All requests together: a reply takes three seconds at most. */
const DEADLINE_MS = 2700;
const REQUEST_MS = 2500;
const ROBOTS_BYTES = 512 * 1024;
const USER_AGENT = 'Mozilla/5.0 (compatible; domain-security-service)';

/** Fetches the page and robots.txt of its host at the same time. The person asked for this very page, so that robots.txt is shown and not obeyed. */
export async function fetchOne(url: string, { fetchPage, clock, auditThreads }: SeoCheckServices, stopped: AbortSignal): Promise<PageSeen> {
  const signal = AbortSignal.any([stopped, AbortSignal.timeout(DEADLINE_MS)]);
  const request = (address: string, maxBytes: number) => fetchPage(address, { maxBytes, timeoutMs: REQUEST_MS, userAgent: USER_AGENT, signal });
  const robots = request(new URL('/robots.txt', url).href, ROBOTS_BYTES).then(robotsFrom);
  const fetched = await visit(url, {
    ask: (address, { maxBytes }) => request(address, maxBytes),
    robots: () => Promise.resolve({ allowed: true, rule: null }),
    unreachable: () => Promise.resolve(null),
    obeys: () => false,
    // A busy host is asked again at once, and then what it said is shown.
    leaveAlone: () => Promise.resolve(),
    now: () => clock.now(),
  });
  const said = await robots;
  const rules = rulesOf(said);
  const page = await auditThreads.parse({ ...fetched, ...(fetched.redirects.length > 0 ? await landing(fetched.finalUrl, request) : {}), robots: said.status === null ? null : mayFetch(rules, fetched.finalUrl) });
  return { page, robots: said, sitemaps: rules.file.sitemaps };
}

function robotsFrom(reply: PageFetched): OriginRobots {
  if (reply.outcome === 'failed') return { status: null, text: '', cause: reply.cause, absent: reply.absent === true, unreachable: null };
  return { status: reply.status, text: Buffer.from(reply.body).toString('utf8').replaceAll('\0', ''), cause: null, absent: false, unreachable: null };
}

/** The body of the page where redirects ended, which a crawl reads as a page of its own. */
async function landing(url: string, request: (url: string, maxBytes: number) => Promise<PageFetched>): Promise<{ body: Uint8Array | null }> {
  const reply = await request(url, 5 * 1024 * 1024);
  return { body: reply.outcome === 'answered' && reply.status >= 200 && reply.status < 300 ? reply.body : null };
}
