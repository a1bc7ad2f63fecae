import { setImmediate } from 'node:timers/promises';
import type { Db } from '../../../../store/index.ts';
import { auditPages, canonicalOf, factsOf, hasDirective, lastEndedAudit, pageKeyOf, type AuditPage } from '../../site-audit/index.ts';
import { clicksOf, queriesOf, speedsOf } from '../search-data/figures.ts';
import { MAX_QUERIES } from '../search-data/catalog.ts';
import { findAnalysis, linkedFaults, pagesByKey, type PageBrief } from '../store.ts';
import type { Obstacle, PageKnown, QueryFacts } from './rules.ts';

const MAX_SEARCHED = 5000;
const ROWS_AT_ONCE = 1000;
const MAX_LINKED = 200;
const MAX_OPENED = 500;
const OPENED_AT_ONCE = 50;

/** What is known of the pages of a domain: those that are shown most often, and those that are linked and cannot be read; in slices, so that others get their turn. */
export async function knownPages(db: Db, accountId: string, domainId: string): Promise<{ auditId: string | null; pages: PageKnown[] }> {
  const searched = await clicksOf(db, domainId, { most: MAX_SEARCHED });
  const queries = await queriesByPage(db, domainId);
  const speeds = await speedsOf(db, domainId);
  const audit = await lastEndedAudit(db, accountId, domainId);
  const auditId = audit !== null && (await findAnalysis(db, accountId, audit.id))?.state === 'done' ? audit.id : null;
  const briefs = auditId === null ? new Map<string, PageBrief>() : await briefsOf(db, auditId, searched.map(({ key }) => key));
  const obstacles = auditId === null ? new Map<number, Obstacle | null>() : await obstaclesOf(db, auditId, [...briefs.values()]);

  const searchedKeys = new Set(searched.map(({ key }) => key));
  const linked = [...briefs].filter(([key]) => !searchedKeys.has(key)).map(([key, { url }]) => ({ key, url, search: null }));
  const pages = [...searched.map(({ key, url, ...search }) => ({ key, url, search })), ...linked].flatMap(({ key, url, search }): PageKnown[] => {
    const brief = briefs.get(key);
    // What a redirect has, it hands on.
    if (brief && obstacles.get(brief.page) === null) return [];
    const audited = brief && { obstacle: obstacles.get(brief.page) ?? null, status: brief.status, inlinks: brief.inlinks };
    return [{ key, url: brief?.url ?? url, title: brief?.title ?? null, search, queries: queries.get(key) ?? [], audit: audited ?? null, speed: speeds.get(key) ?? null }];
  });
  return { auditId, pages };
}

async function queriesByPage(db: Db, domainId: string): Promise<Map<string, QueryFacts[]>> {
  const byPage = new Map<string, QueryFacts[]>();
  for (let after = -1; after < MAX_QUERIES;) {
    const rows = await queriesOf(db, domainId, after, ROWS_AT_ONCE);
    for (const { key, query, clicks, impressions, position } of rows) {
      const own = byPage.get(key);
      const row = { query, clicks, impressions, position };
      if (own) own.push(row);
      else byPage.set(key, [row]);
    }
    if (rows.length < ROWS_AT_ONCE) break;
    after = rows.at(-1)!.nth;
    await setImmediate();
  }
  return byPage;
}

async function briefsOf(db: Db, auditId: string, keys: readonly string[]): Promise<Map<string, PageBrief>> {
  const briefs = new Map((await linkedFaults(db, auditId, MAX_LINKED)).map(brief => [brief.key, brief]));
  for (let at = 0; at < keys.length; at += ROWS_AT_ONCE) for (const brief of await pagesByKey(db, auditId, keys.slice(at, at + ROWS_AT_ONCE))) briefs.set(brief.key, brief);
  return briefs;
}

/** Why pages cannot be listed, by their numbers, as the audit recorded it; null for those that redirect. */
async function obstaclesOf(db: Db, auditId: string, briefs: readonly PageBrief[]): Promise<Map<number, Obstacle | null>> {
  const opened = briefs.filter(({ indexable }) => indexable === 0).slice(0, MAX_OPENED).map(({ page }) => page);
  const obstacles = new Map<number, Obstacle | null>();
  for (let at = 0; at < opened.length; at += OPENED_AT_ONCE) {
    for (const page of await auditPages(db, auditId, opened.slice(at, at + OPENED_AT_ONCE))) obstacles.set(page.page, obstacleOf(page));
    await setImmediate();
  }
  return obstacles;
}

/** Why search engines cannot list a page that they may not; null for one that redirects. */
function obstacleOf(page: AuditPage): Obstacle | null {
  const { outcome, status, url } = page;
  if (outcome === 'redirected') return null;
  if (outcome === 'blocked') return 'blocked';
  if (outcome === 'failed' || status === null) return 'unreachable';
  if (status >= 400) return 'broken';
  const facts = factsOf(page);
  if (facts === null) return 'notIndexable';
  if (hasDirective(facts, 'noindex')) return 'noindex';
  const canonical = canonicalOf(facts);
  return canonical !== null && pageKeyOf(canonical) !== pageKeyOf(url) ? 'canonicalElsewhere' : 'notIndexable';
}
