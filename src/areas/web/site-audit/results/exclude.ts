import type { Db, Store } from '../../../../store/index.ts';
import { scoreOf } from '../rules/index.ts';
import { auditBefore, storeAgain, type AuditRow } from '../store/audits.ts';
import { takenOut, takeOut, type TakenOut } from '../store/exclusions.ts';
import { issueDifference } from '../store/issues.ts';
import { judgedBy, titleOf } from './catalogue.ts';
import { changeOf, roundedPoints, type AuditSummary, type CheckResult } from './summary.ts';

/** What patterns change about an audit. */
export interface Effect {
  auditId: string;
  pages: { count: number; sample: string[] };
  patterns: { pattern: string; addresses: number }[];
  issues: { count: number; checks: { id: string; title: string; count: number }[] };
  score: { before: number | null; after: number | null };
}

/** What the patterns would take out of an audit that has ended. */
export async function effectOf(db: Db, audit: AuditRow, patterns: readonly string[], signal: AbortSignal): Promise<Effect> {
  return without(audit, await takenOut(db, audit.id, patterns, signal)).effect;
}

/** Judges the stored issues of an audit again, without those that the patterns take out; gives what is to be stored at the end, and null where other patterns hold by then. */
export async function judgeAgain(store: Pick<Store, 'db' | 'transaction'>, audit: AuditRow, patterns: readonly string[], isCurrent: (tx: Db) => Promise<boolean>, signal: AbortSignal): Promise<((tx: Db) => Promise<void>) | null> {
  const { db } = store;
  const { checks, deductions, effect } = without(audit, await takenOut(db, audit.id, patterns, signal));
  if (!await takeOut(store, audit.id, patterns, isCurrent, signal)) return null;
  const summary = JSON.parse(audit.summary!) as AuditSummary;
  const before = await auditBefore(db, audit.account_id, audit);
  const difference = before === null ? null : await issueDifference(db, before.id, audit, judgedBy, checks);
  return tx => storeAgain(tx, audit.id, effect.score.after, { ...summary, deductions, ...changeOf(checks, difference, before) });
}

/** What the checks come to without what was taken out. */
function without(audit: AuditRow, { pages, sample, byPattern, byCheck }: TakenOut): { checks: CheckResult[]; deductions: AuditSummary['deductions']; effect: Effect } {
  const summary = JSON.parse(audit.summary!) as AuditSummary;
  const checks = summary.checks.map(check => {
    const excluded = byCheck.get(check.id) ?? 0;
    return { ...check, excluded, affected: Math.max(0, check.affected + (check.excluded ?? 0) - excluded) };
  });
  const severities = new Map(checks.map(({ id, severity }) => [id, severity]));
  // Without a page there is nothing to score, whatever is taken out.
  const { score, deductions } = audit.score === null ? { score: null, deductions: [] } : scoreOf(checks, id => severities.get(id));
  const counted = [...byCheck].map(([id, count]) => ({ id, title: titleOf(id), count })).toSorted((a, b) => b.count - a.count || (a.id < b.id ? -1 : 1));
  return {
    checks, deductions: roundedPoints(deductions),
    effect: {
      auditId: audit.id, pages: { count: pages, sample: [...sample] }, patterns: [...byPattern].map(([pattern, addresses]) => ({ pattern, addresses })),
      issues: { count: counted.reduce((sum, { count }) => sum + count, 0), checks: counted }, score: { before: audit.score, after: score },
    },
  };
}
