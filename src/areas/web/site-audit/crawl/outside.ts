import type { PageFetched } from '../../../../core/outside/page-fetch.ts';
import type { FetchedPage, RobotsVerdict } from '../page/index.ts';
import { crawlDelayOf } from '../robots/match.ts';
import type { SiteAuditServices } from '../services.ts';
import { ROBOTS_TOKEN, userAgentOf, type AuditSettings } from '../settings.ts';
import { addHost, findHost } from '../store/audits.ts';
import { leaveAlone, takeTurn } from '../store/hosts.ts';
import { isOwn } from './scope.ts';
import { mayFetch, rulesOf, unreachableBy, type OriginRobots, type RobotsRules, type Unreachable } from './robots-of.ts';
import type { Session } from './session.ts';
import { parsePageUrl } from '../urls/identity.ts';

const ROBOTS_BYTES = 512 * 1024;
const ROBOTS_MS = 10_000;
const ROBOTS_HOPS = 5;
/** Longer delays are shortened to it, or nothing would come to an end. */
const MAX_DELAY_MS = 10_000;
const MAX_ORIGINS = 200;

interface RequestLimits {
  method?: 'GET' | 'HEAD';
  maxBytes: number;
  timeoutMs: number;
}

/** What the crawl reaches, in its turn and by the rules of each host. */
export interface Outside {
  ask(url: string, limits: RequestLimits): Promise<PageFetched>;
  /** Waits until the host of the address can bear to be asked. */
  turn(url: string): Promise<void>;
  robots(url: string): Promise<RobotsVerdict>;
  /** Why no connection to the host of the address can be made, as its robots.txt showed; null where one can, or nobody knows. */
  unreachable(url: string): Promise<Unreachable | null>;
  rules(origin: string): Promise<RobotsRules>;
  leaveAlone(url: string, ms: number): Promise<void>;
  /** Why the session of the audit is over, where a visit was turned away; null where it goes on, or there is none. */
  signedOutBy(visited: FetchedPage): Promise<string | null>;
}

interface Terms {
  services: Pick<SiteAuditServices, 'db' | 'clock' | 'fetchPage' | 'crawlManners'>;
  auditId: string;
  settings: AuditSettings;
  signal: AbortSignal;
  session: Session | null;
}

/** The outside of one audit; what origins ask of crawlers is read once, and stored. */
export function outsideOf({ services, auditId, settings, signal, session }: Terms): Outside {
  const { db, clock, crawlManners } = services;
  const { fetchPage } = session ?? services;
  const known = new Map<string, Promise<RobotsRules>>();
  const userAgent = userAgentOf(settings);

  const request = (url: string, limits: RequestLimits): Promise<PageFetched> => fetchPage(url, { ...limits, userAgent, signal });
  const spacingOf = async (url: URL): Promise<number> => {
    const isProven = isOwn(url.href, settings);
    const standardMs = Math.round(1000 / (isProven ? crawlManners.requestsPerSecond : crawlManners.foreignRequestsPerSecond));
    return settings.respectRobots || !isProven ? crawlSpacingMs(await rules(url.origin), standardMs) : standardMs;
  };
  const turn: Outside['turn'] = async url => {
    const target = new URL(url);
    await takeTurn({ db, clock }, target.host, await spacingOf(target), signal);
  };
  const ask: Outside['ask'] = async (url, limits) => {
    await turn(url);
    return request(url, limits);
  };
  const rules: Outside['rules'] = origin => {
    const found = known.get(origin) ?? readRules(origin);
    known.delete(origin);
    known.set(origin, found);
    if (known.size > MAX_ORIGINS) known.delete(known.keys().next().value!);
    return found;
  };
  const readRules = async (origin: string): Promise<RobotsRules> => {
    const stored = await findHost(db, auditId, origin);
    if (stored) return rulesOf({ status: stored.robots_status, text: stored.robots, cause: stored.robots_cause, absent: stored.robots_absent === 1, unreachable: stored.robots_failure === null ? null : JSON.parse(stored.robots_failure) as Unreachable });
    await takeTurn({ db, clock }, new URL(origin).host, Math.round(1000 / crawlManners.foreignRequestsPerSecond), signal);
    const robots = await fetchRobots(origin, request);
    signal.throwIfAborted();
    await addHost(db, { audit_id: auditId, origin, robots_status: robots.status, robots: robots.text, robots_cause: robots.cause, robots_absent: robots.absent ? 1 : 0, robots_failure: robots.unreachable && JSON.stringify(robots.unreachable), sitemaps: null });
    return rulesOf(robots);
  };
  return {
    ask, turn, rules,
    robots: async url => mayFetch(await rules(new URL(url).origin), url),
    unreachable: async url => (await rules(new URL(url).origin)).unreachable,
    signedOutBy: visited => session?.faultAfter(visited, ask) ?? Promise.resolve(null),
    leaveAlone: (url, ms) => leaveAlone({ db, clock }, new URL(url).host, ms),
  };
}

/** How far apart requests to a host are: `standardMs`, or its Crawl-delay where that is longer, up to ten seconds. */
export function crawlSpacingMs({ file }: RobotsRules, standardMs: number): number {
  return Math.max(standardMs, Math.min(MAX_DELAY_MS, (crawlDelayOf(file, ROBOTS_TOKEN) ?? 0) * 1000));
}

/** RFC 9309 §2.3.1.2: at least five redirects are followed. */
export async function fetchRobots(origin: string, request: Outside['ask']): Promise<OriginRobots> {
  let url = `${origin}/robots.txt`;
  for (let hops = 0; ; hops++) {
    const reply = await request(url, { maxBytes: ROBOTS_BYTES, timeoutMs: ROBOTS_MS });
    if (reply.outcome === 'failed') return { status: null, text: '', cause: reply.cause, absent: reply.absent === true, unreachable: hops === 0 ? unreachableBy(reply) : null };
    const location = reply.status >= 300 && reply.status < 400 ? reply.fields.find(([name]) => name === 'location')?.[1] : undefined;
    const next = location === undefined ? null : parsePageUrl(location, url)?.url ?? null;
    if (next === null || hops === ROBOTS_HOPS) return { status: reply.status, text: Buffer.from(reply.body).toString('utf8').replaceAll('\0', ''), cause: null, absent: false, unreachable: null };
    url = next;
  }
}
