import type { Severity } from '../../../../core/finding.ts';
import type { Db } from '../../../../store/index.ts';
import { pausedRunOfKey, runOfKey } from '../../../platform/runs/index.ts';
import { siteAudit } from '../crawl/run.ts';
import { isOfSite } from '../crawl/scope.ts';
import { presentAudit } from '../present.ts';
import { gradeOf, SCORE_FORMULA } from '../rules/index.ts';
import type { AuditSettings } from '../settings.ts';
import { finishedAudits, hostsOf, type AuditRow } from '../store/audits.ts';
import { exclusionChanges } from '../store/exclusions.ts';
import { samplesOf } from '../store/issues.ts';
import { adviceOf, categoryOf, easeOf, notTested, priorityOf, titleOf } from './catalogue.ts';
import type { AuditSummary, CheckResult } from './summary.ts';

export { titleOf } from './catalogue.ts';

const TREND = 12;
const SAMPLES = 5;

/** The run that audits the domain now, or goes on when it is resumed. */
interface UnderWay {
  runId: string;
  status: 'queued' | 'running' | 'paused';
}

/** What of the results is wanted. */
export interface ResultsFilter {
  /** An audit of the domain; null for the latest that ended. */
  chosen: AuditRow | null;
  severity?: readonly Severity[] | undefined;
  category?: readonly string[] | undefined;
}

/** The audit of the domain that is under way, or paused. */
export async function underWayOf(db: Db, accountId: string, domainId: string): Promise<UnderWay | null> {
  const run = await runOfKey(db, siteAudit.kind, domainId) ?? await pausedRunOfKey(db, accountId, siteAudit.kind, domainId);
  return run && (run.status === 'queued' || run.status === 'running' || run.status === 'paused') ? { runId: run.id, status: run.status } : null;
}

/** The results of a domain as they are replied. */
export async function resultsOf(db: Db, accountId: string, domainId: string, { chosen, severity, category }: ResultsFilter) {
  const underWay = await underWayOf(db, accountId, domainId);
  const ended = await finishedAudits(db, accountId, domainId, TREND);
  const audit = chosen ?? ended[0];
  if (!audit?.summary) return { data: null, underWay };
  const { checks, deductions, change, statistics, targets = null, rendering = null } = JSON.parse(audit.summary) as AuditSummary;
  const { changed, judged } = await exclusionChanges(db, domainId);
  const samples = await samplesOf(db, audit.id, SAMPLES);
  const points = new Map(deductions.map(one => [one.id, one.points]));
  const settings = JSON.parse(audit.settings) as AuditSettings;
  const failed = checks.filter(({ affected }) => affected > 0);
  const wanted = failed.filter(({ id, severity: its }) => (severity?.includes(its) ?? true) && (category?.includes(categoryOf(id)) ?? true));
  return {
    underWay,
    data: {
      audit: presentAudit(audit),
      score: { value: audit.score, grade: gradeOf(audit.score), formula: SCORE_FORMULA, deductions: [...deductions] }, change,
      judging: audit.id === ended[0]?.id && judged < changed,
      checks: wanted.map(check => presentCheck(check, points.get(check.id) ?? 0, samples.get(check.id) ?? [])).toSorted((a, b) => b.priority - a.priority || b.points - a.points || b.count - a.count),
      passed: checks.filter(({ applicable, affected }) => applicable > 0 && affected === 0).length,
      notTested: notTested(checks, { pages: audit.score !== null, targets, rendering }),
      statistics: { statuses: { ...statistics.statuses }, outcomes: { ...statistics.outcomes }, depths: { ...statistics.depths }, links: statistics.links },
      rendering,
      targets: { counts: targets, beyond: audit.targets_beyond },
      robots: (await hostsOf(db, audit.id)).filter(({ origin }) => isOfSite(settings, new URL(origin).hostname)).map(({ origin, robots_status: status, robots_cause: cause }) => ({ origin, status, cause })),
      trend: ended.toReversed().map(({ id, finished_at: at, score, done }) => ({ id, finishedAt: new Date(at!).toISOString(), score, grade: gradeOf(score), pages: done })),
    },
  };
}

function presentCheck({ id, severity, affected, applicable, change, excluded = 0 }: CheckResult, points: number, sampleUrls: string[]) {
  const share = applicable === 0 ? 0 : Math.round(1000 * affected / applicable) / 1000;
  const { why, fix } = adviceOf(id);
  return { id, category: categoryOf(id), title: titleOf(id), why, fix, severity, count: affected, applicable, share, ease: easeOf(id), priority: priorityOf({ id, severity, share }), points, change, excluded, sampleUrls };
}
