import type { Db } from '../../../store/index.ts';
import { lastEndedAudit } from '../site-audit/index.ts';
import type { GroupDetails } from './analysis/results.ts';
import { countPages, findAnalysis, groupsOf, pagesAtRanks, pagesOf } from './store.ts';

/** Pages of the last site audit that stand for the site. */
export interface OfferedPages {
  auditId: string;
  /** Of each template, the largest first, the pages with the highest rank. */
  templates: readonly { label: string; urls: readonly string[] }[];
  /** Pages of no template, those with the highest rank first. */
  single: readonly string[];
  /** How many addresses the audit has: their ranks go from 1 to this. */
  total: number;
}

/** At most `limit` templates and as many single pages of the audit that ended last; null where there is none, or its analysis is not done. */
export async function offeredPages(db: Db, accountId: string, domainId: string, limit: number): Promise<OfferedPages | null> {
  const audit = await lastEndedAudit(db, accountId, domainId);
  const analysis = audit && await findAnalysis(db, accountId, audit.id);
  if (analysis?.state !== 'done') return null;
  const { audit_id: auditId } = analysis;
  const [templates, single, total] = [await groupsOf(db, auditId, 'template', null, limit), await pagesOf(db, auditId, { read: true, template: null }, 'rank_order', null, limit), await countPages(db, auditId, {})];
  return {
    auditId, total,
    templates: templates.map(({ label, details }) => ({ label, urls: (JSON.parse(details) as GroupDetails).sample.map(({ url }) => url) })),
    single: single.map(({ url }) => url),
  };
}

/** The pages of an audit that have these ranks, those that could be read. */
export async function pagesOfRanks(db: Db, auditId: string, ranks: readonly number[]): Promise<string[]> {
  const rows = await pagesAtRanks(db, auditId, ranks);
  const byRank = new Map(rows.map(({ rank_order: rank, url }) => [rank, url]));
  return ranks.flatMap(rank => byRank.get(rank) ?? []);
}
