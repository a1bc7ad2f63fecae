import type { Db } from '../../../store/index.ts';
import { lastEndedAudit, underWayOf, type EndedAudit } from '../site-audit/index.ts';
import type { AnalysisSummary } from './analysis/results.ts';
import type { Picture } from './analysis/picture.ts';
import { findAnalysis } from './store.ts';

/** What was found of the last audit, or why nothing is there. */
export interface Found {
  audit: EndedAudit | null;
  state: 'ready' | 'noAudit' | 'analyzing' | 'failed';
  message: string | null;
  underWay: Awaited<ReturnType<typeof underWayOf>>;
  summary: AnalysisSummary | null;
  picture: Picture | null;
  /** Nobody has asked for the analysis of this audit yet. */
  isNew: boolean;
}

const MESSAGES = {
  noAudit: 'No site audit of the domain has finished yet. Start one with POST /api/site-audit/start. Its pages are analysed when it ends.',
  analyzing: 'The last site audit is being analysed. Ask again in a minute.',
  failed: 'The last site audit could not be analysed. Start another with POST /api/site-audit/start. If the site is large, limit the number of pages.',
} as const;

/** The analysis of the audit of the domain that ended last. */
export async function findLast(db: Db, accountId: string, domainId: string): Promise<Found> {
  const underWay = await underWayOf(db, accountId, domainId);
  const audit = await lastEndedAudit(db, accountId, domainId);
  const analysis = audit && await findAnalysis(db, accountId, audit.id);
  if (audit && analysis?.state === 'done') return { audit, underWay, state: 'ready', message: null, summary: JSON.parse(analysis.summary!) as AnalysisSummary, picture: JSON.parse(analysis.picture!) as Picture, isNew: false };
  const state = audit === null ? 'noAudit' : analysis?.state === 'failed' ? 'failed' : 'analyzing';
  return { audit, underWay, state, message: MESSAGES[state], summary: null, picture: null, isNew: audit !== null && analysis === null };
}

export function presentAudit({ id, finishedAt, pages, cut }: EndedAudit) {
  return { id, finishedAt: new Date(finishedAt).toISOString(), pages, cut };
}

/** Each with its share of all, 0 to 1. */
export function sharesOf<Key extends string, Name extends string>(keys: readonly Key[], counts: Readonly<Record<Key, number>>, name: Name) {
  const all = keys.reduce((sum, key) => sum + counts[key], 0);
  return keys.map(key => ({ [name]: key, count: counts[key], share: all === 0 ? 0 : Math.round(1000 * counts[key] / all) / 1000 }) as Record<Name, Key> & { count: number; share: number });
}
