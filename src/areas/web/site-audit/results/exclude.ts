import type { Db } from '../../../../store/index.ts';
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
  issues: { count: number; checks: { id: string; title: string; count: number }[] };
  score: { before: number | null; after: number | null };
}

/** What the patterns would take out of an audit that has ended. */
export async function effectOf(db: Db, audit: AuditRow, patterns: readonly string[]): Promise<Effect> {
  return without(audit, await takenOut(db, audit.id, patterns)).effect;
}

/** Judges the stored issues of an audit again, without those that the patterns take out. */
export async function judgeAgain(tx: Db, audit: AuditRow, patterns: readonly string[]): Promise<Effect> {
  const taken = await takenOut(tx, audit.id, patterns);
  const { checks, deductions, effect } = without(audit, taken);
  await takeOut(tx, audit.id, taken);
  const summary = JSON.parse(audit.summary!) as AuditSummary;
  const before = await auditBefore(tx, audit.account_id, audit);
  const difference = before === null ? null : await issueDifference(tx, before.id, audit, judgedBy);
  await storeAgain(tx, audit.id, effect.score.after, { ...summary, deductions, ...changeOf(checks, difference, before) });
  return effect;
}

/** What the checks come to without what was taken out. */
function without(audit: AuditRow, { pages, sample, byCheck }: TakenOut): { checks: CheckResult[]; deductions: AuditSummary['deductions']; effect: Effect } {
  const summary = JSON.parse(audit.summary!) as AuditSummary;
  const checks = summary.checks.map(check => {
    const excluded = byCheck.get(check.id) ?? 0;
    return { ...check, excluded, affected: Math.max(0, check.affected + (check.excluded ?? 0) - excluded) };
  });
  const severities = new Map(checks.map(({ id, severity }) => [id, severity]));
  const { score, deductions } = scoreOf(checks, id => severities.get(id));
  const counted = [...byCheck].map(([id, count]) => ({ id, title: titleOf(id), count })).toSorted((a, b) => b.count - a.count || (a.id < b.id ? -1 : 1));
  return {
    checks, deductions: roundedPoints(deductions),
    effect: { auditId: audit.id, pages: { count: pages.length, sample: [...sample] }, issues: { count: counted.reduce((sum, { count }) => sum + count, 0), checks: counted }, score: { before: audit.score, after: score } },
  };
}
