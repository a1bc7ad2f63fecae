import type { Severity } from '../../../../core/finding.ts';
import type { RunOutcome } from '../../../run-kind.ts';
import type { AuditWork } from '../crawl/work.ts';
import { askToJudgeAgain } from '../exclusion-job.ts';
import { scoreOf, type SiteScore } from '../rules/index.ts';
import type { AuditSettings } from '../settings.ts';
import { auditBefore, endAudit, type AuditRow, type Cut } from '../store/audits.ts';
import { exclusionChanges, exclusionsOf, matcherOf, noteJudged } from '../store/exclusions.ts';
import { addIssues, forgetIssues, issueDifference, noteIssues } from '../store/issues.ts';
import { addressesOfPages, fetchedPages, noteIndexable, pagesOfSitemaps } from '../store/pages.ts';
import { siteAuditEnded } from '../store/published.ts';
import { countRendering } from '../store/rendering.ts';
import { statisticsOf } from '../store/statistics.ts';
import { severitiesOf } from '../store/severities.ts';
import { targetsAfter } from '../store/targets.ts';
import type { SiteJudged } from '../threads/tasks.ts';
import { judgedBy, severityOf } from './catalogue.ts';
import { siteOf } from './site.ts';
import { roundedPoints, weigh } from './summary.ts';

const none = { settled: 0, unknown: 0 };
/** Checks that passed say nothing of a site of which no page came. */
const UNSCORED: SiteScore = { score: null, deductions: [] };
/** What a site comes to of which no page was fetched. */
const NOTHING: SiteJudged = { tallies: [], isRead: false, indexable: new Uint32Array(), targets: { link: none, image: none, resource: none, page: none } };

/** Judges everything that was fetched, compares it with the audit before and ends the audit. Begun again after a crash, it comes to the same. */
export async function judgeAudit(run: AuditWork, audit: AuditRow, settings: AuditSettings, limit: Cut | null): Promise<RunOutcome> {
  const { db, clock } = run.services;
  await run.commit({ state: { stage: 'judge' }, progress: { done: audit.done, total: audit.known + 1, step: 'judge' } });
  const own = await severitiesOf(db, run.accountId);
  const weight = (id: string): Severity => own.get(id) ?? severityOf(id);
  const before = await auditBefore(db, run.accountId, audit);
  const { changed: change } = await exclusionChanges(db, audit.domain_id);
  const isExcluded = matcherOf(await exclusionsOf(db, audit.domain_id));
  const excluded = new Map<string, number>();
  let issues = 0;
  await forgetIssues(db, audit.id);
  // What was seen of a site before it asked to sign in is no measure of it.
  const site = await siteOf(db, audit, settings, limit === 'signedOut' ? null : before);
  const { tallies, isRead, indexable, targets } = audit.done === 0 ? NOTHING : await run.services.auditThreads.judge(site, {
    pages: after => fetchedPages(db, audit.id, after),
    addresses: after => addressesOfPages(db, audit.id, after),
    sitemapEntries: after => pagesOfSitemaps(db, audit.id, after),
    targets: after => targetsAfter(db, audit.id, after),
    take: async failures => {
      run.signal.throwIfAborted();
      for (const { id, url } of failures) {
        if (isExcluded(url)) excluded.set(id, (excluded.get(id) ?? 0) + 1);
        else issues++;
      }
      await addIssues(db, audit.id, failures, { severityOf: weight, isExcluded });
    },
  }, run.signal);
  const counted = tallies.map(tally => ({ ...tally, severity: weight(tally.id), excluded: excluded.get(tally.id) ?? 0, affected: Math.max(0, tally.affected - (excluded.get(tally.id) ?? 0)) }));
  const { score, deductions } = isRead ? scoreOf(counted, weight) : UNSCORED;
  const statistics = await statisticsOf(db, audit.id);
  const mode = settings.render ?? 'never';
  const rendering = mode === 'never' ? null : await countRendering(db, audit.id, mode);
  const cut = limit ?? (rendering !== null && rendering.failed + rendering.beyond > 0 ? 'rendering' : null);
  const state = cut === null ? 'completed' : 'partial';
  return {
    status: state,
    result: { auditId: audit.id, score, pages: audit.done, issues, cut },
    change: async tx => {
      await noteIssues(tx, audit.id);
      await noteIndexable(tx, audit.id, indexable);
      const difference = before === null ? null : await issueDifference(tx, before.id, audit, judgedBy, counted);
      const summary = weigh({ tallies: counted, deductions: roundedPoints(deductions), statistics, difference, before, beyond: audit.beyond, indexable: indexable.length, targets: settings.targets ? targets : null, rendering });
      await endAudit(tx, audit, { state, cut, score, summary, now: clock.now() });
      await noteJudged(tx, audit.domain_id, change);
      const { changed } = await exclusionChanges(tx, audit.domain_id);
      if (changed !== change) await askToJudgeAgain(tx, run.services, run.accountId, { domainId: audit.domain_id, auditId: audit.id, change: changed });
      await run.services.announce(tx, siteAuditEnded, { accountId: run.accountId, domainId: audit.domain_id, auditId: audit.id });
    },
  };
}
