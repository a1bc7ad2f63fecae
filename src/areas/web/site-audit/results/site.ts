import type { Db } from '../../../../store/index.ts';
import { judgeUrl } from '../robots/match.ts';
import { parseRobots, type RobotsFile } from '../robots/parse.ts';
import type { Entrance, HostFacts, SitemapFacts } from '../rules/index.ts';
import type { AuditSettings } from '../settings.ts';
import type { SitemapSeen } from '../crawl/seeds.ts';
import { hostsOf, type AuditRow, type HostRow } from '../store/audits.ts';
import { originsWithPages } from '../store/pages.ts';
import type { SiteTask } from '../threads/tasks.ts';
import type { AuditSummary } from './summary.ts';

/** What was learnt of a site besides its pages and robots.txt. */
export interface SiteFacts {
  sitemaps: readonly SitemapSeen[];
  /** What sitemaps name of other sites; a few of it. */
  foreign: readonly { url: string; sitemap: string }[];
  plain: Entrance | null;
  sibling: Entrance | null;
}

/** Crawlers by which AI services read or search the web. */
const AI_CRAWLERS = ['GPTBot', 'OAI-SearchBot', 'ChatGPT-User', 'ClaudeBot', 'Claude-SearchBot', 'PerplexityBot', 'Google-Extended', 'Applebot-Extended', 'meta-externalagent', 'Amazonbot', 'Bytespider', 'CCBot'];
const SEARCH_ENGINE = 'Googlebot';

/** All of the site that an audit noted, but its pages. */
export async function siteOf(db: Db, audit: AuditRow, settings: AuditSettings, before: AuditRow | null): Promise<SiteTask> {
  const all = await hostsOf(db, audit.id);
  const visited = await originsWithPages(db, audit.id, all.map(({ origin }) => origin));
  const hosts = all.filter(({ origin }) => visited.has(origin));
  const site = siteFactsOf(all);
  const start = settings.urls?.[0] ?? `https://${settings.domain}/`;
  return {
    startUrl: start,
    origins: originsOf(settings, hosts),
    hosts: hosts.map(host => presentHost(host, new URL(start).origin === host.origin ? site : null)),
    sitemaps: site.sitemaps.map(presentSitemap),
    ...(all.every(({ sitemaps }) => sitemaps === null) && { withoutSitemaps: true as const }),
    previous: before?.summary ? { indexable: (JSON.parse(before.summary) as AuditSummary).indexable } : null,
    sitemapsByHost: sitemapsByHost(site.sitemaps),
    foreign: site.foreign,
  };
}

/** Why a sitemap cannot be read; other faults are told by checks of their own. */
const unreadable: Readonly<Partial<Record<SitemapSeen['faults'][number], string>>> = { notXml: 'not the XML of a sitemap', brokenGzip: 'cannot be unpacked', empty: 'names no address' };

function presentSitemap({ kind, faults, ...sitemap }: SitemapSeen): SitemapFacts {
  return { ...sitemap, kind: kind === 'unknown' ? null : kind === 'index' ? 'index' : 'urls', faults: faults.flatMap(fault => unreadable[fault] ?? []), holdsIndex: faults.includes('nestedIndex') };
}

/** What was noted with the hosts; nothing where the audit was cut short before. */
function siteFactsOf(hosts: readonly HostRow[]): SiteFacts {
  const noted = hosts.flatMap(({ sitemaps }) => (sitemaps === null ? [] : [JSON.parse(sitemaps) as SiteFacts]));
  return {
    sitemaps: [...new Map(noted.flatMap(({ sitemaps }) => sitemaps).map(sitemap => [sitemap.url, sitemap])).values()], foreign: noted.flatMap(({ foreign }) => foreign),
    plain: noted.find(({ plain }) => plain !== null)?.plain ?? null, sibling: noted.find(({ sibling }) => sibling !== null)?.sibling ?? null,
  };
}

/** For each host the sitemap that its pages are attributed to; under the empty name the one of hosts without any. */
function sitemapsByHost(sitemaps: readonly SitemapSeen[]): Record<string, string> {
  const read = sitemaps.filter(({ kind, status }) => kind !== 'index' && status === 200).toReversed();
  return Object.fromEntries([...read.map(({ url }) => ['', url]), ...read.map(({ url }) => [new URL(url).host, url])]);
}

function originsOf({ domain }: AuditSettings, hosts: readonly HostRow[]): string[] {
  return [...new Set([`https://${domain}`, `http://${domain}`, `https://www.${domain}`, `http://www.${domain}`, ...hosts.map(({ origin }) => origin).filter(origin => new URL(origin).hostname.endsWith(`.${domain}`))])];
}

function presentHost({ origin, robots_status: status, robots }: HostRow, site: SiteFacts | null): HostFacts {
  const isRead = status !== null && status >= 200 && status < 300;
  const file = parseRobots(Buffer.from(isRead ? robots : ''));
  const forbids = (agent: string): boolean => !judgeUrl(file, agent, `${origin}/`).allowed;
  return {
    origin,
    robots: status === null ? null : { status, faults: faultsOf(robots, file), blocksAll: forbids(SEARCH_ENGINE), blockedAi: AI_CRAWLERS.filter(agent => forbids(agent) && !forbids(SEARCH_ENGINE)), sitemaps: file.sitemaps },
    plain: site?.plain ?? null, sibling: site?.sibling ?? null,
  };
}

function faultsOf(text: string, { unknownLines }: RobotsFile): string[] {
  const lines = text.split(/\r\n|\r|\n/);
  return unknownLines.map(at => (lines[at - 1] ?? '').slice(0, 200));
}
