import type { Severity } from '../../../../core/finding.ts';
import type { RunOutcome } from '../../../run-kind.ts';
import type { AuditWork } from '../crawl/work.ts';
import { scoreOf } from '../rules/index.ts';
import type { AuditSettings } from '../settings.ts';
import { auditBefore, endAudit, type AuditRow, type Cut } from '../store/audits.ts';
import { addIssues, forgetIssues, issueDifference, noteIssues } from '../store/issues.ts';
import { fetchedPages, noteIndexable, pagesOfSitemaps } from '../store/pages.ts';
import { siteAuditEnded } from '../store/published.ts';
import { statisticsOf } from '../store/statistics.ts';
import { severitiesOf } from '../store/severities.ts';
import { targetsAfter } from '../store/targets.ts';
import { judgedBy, severityOf } from './catalogue.ts';
import { siteOf } from './site.ts';
import { weigh } from './summary.ts';

/** Judges everything that was fetched, compares it with the audit before and ends the audit. Begun again after a crash, it comes to the same. */
export async function judgeAudit(run: AuditWork, audit: AuditRow, settings: AuditSettings, cut: Cut | null): Promise<RunOutcome> {
  const { db, clock } = run.services;
  await run.commit({ state: { stage: 'judge' }, progress: { done: audit.done, total: audit.known + 1, step: 'judge' } });
  const own = await severitiesOf(db, run.accountId);
  const weight = (id: string): Severity => own.get(id) ?? severityOf(id);
  const before = await auditBefore(db, run.accountId, audit);
  let issues = 0;
  await forgetIssues(db, audit.id);
  const { tallies, indexable, targets } = await run.services.auditThreads.judge(await siteOf(db, audit, settings, before), {
    pages: after => fetchedPages(db, audit.id, after),
    sitemapEntries: after => pagesOfSitemaps(db, audit.id, after),
    targets: after => targetsAfter(db, audit.id, after),
    take: async failures => {
      run.signal.throwIfAborted();
      issues += failures.length;
      await addIssues(db, audit.id, failures, weight);
    },
  }, run.signal);
  const { score, deductions } = scoreOf(tallies, weight);
  const statistics = await statisticsOf(db, audit.id);
  const state = cut === null ? 'completed' : 'partial';
  return {
    status: state,
    result: { auditId: audit.id, score, pages: audit.done, issues, cut },
    change: async tx => {
      await noteIssues(tx, audit.id);
      await noteIndexable(tx, audit.id, indexable);
      const difference = before === null ? null : await issueDifference(tx, before.id, audit, judgedBy);
      const checks = tallies.map(tally => ({ ...tally, severity: weight(tally.id) }));
      const summary = weigh({ tallies: checks, deductions: deductions.map(({ id, points }) => ({ id, points: Math.round(points * 100) / 100 })), statistics, difference, before, beyond: audit.beyond, indexable: indexable.length, targets: settings.targets ? targets : null });
      await endAudit(tx, audit, { state, cut, score, summary, now: clock.now() });
      await run.services.announce(tx, siteAuditEnded, { accountId: run.accountId, domainId: audit.domain_id, auditId: audit.id });
    },
  };
}
