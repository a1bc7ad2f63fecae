import type { Severity } from '../../../../core/finding.ts';
import type { RunOutcome } from '../../../run-kind.ts';
import type { AuditWork } from '../crawl/work.ts';
import { judgePage, judgeSite, scoreOf, type CheckTally, type SiteReader } from '../rules/index.ts';
import type { AuditSettings } from '../settings.ts';
import { auditBefore, endAudit, type AuditRow, type Cut } from '../store/audits.ts';
import { createIssueSink, issueDifference, noteIssues, type IssueSink } from '../store/issues.ts';
import { noteIndexable } from '../store/pages.ts';
import { severitiesOf } from '../store/severities.ts';
import { keyOf } from '../store/frontier.ts';
import { severityOf } from './catalogue.ts';
import { readerOf } from './reader.ts';
import { statisticsOf } from './statistics.ts';
import { weigh } from './summary.ts';

/** Judges everything that was fetched, compares it with the audit before and ends the audit. Begun again after a crash, it comes to the same. */
export async function judgeAudit(run: AuditWork, audit: AuditRow, settings: AuditSettings, cut: Cut | null): Promise<RunOutcome> {
  const { db, clock } = run.services;
  await run.commit({ state: { stage: 'judge' }, progress: { done: audit.done, total: audit.known + 1, step: 'judge' } });
  const own = await severitiesOf(db, run.accountId);
  const weight = (id: string): Severity => own.get(id) ?? severityOf(id);
  const before = await auditBefore(db, run.accountId, audit);
  const reader = await readerOf(db, audit, settings, before);
  const sink = await createIssueSink(db, audit.id, url => keyOf(reader.identify(url)), weight);
  const { tallies, indexable } = await judgeAll(run, reader, sink);
  const { score, deductions } = scoreOf(tallies, weight);
  const statistics = await statisticsOf(db, audit.id);
  const state = cut === null ? 'completed' : 'partial';
  return {
    status: state,
    result: { auditId: audit.id, score, pages: audit.done, issues: sink.count(), cut },
    change: async tx => {
      await noteIssues(tx, audit.id);
      await noteIndexable(tx, audit.id, indexable.map(url => keyOf(reader.identify(url))));
      const difference = before === null ? null : await issueDifference(tx, before.id, audit.id);
      const checks = tallies.map(tally => ({ ...tally, severity: weight(tally.id) }));
      const summary = weigh({ tallies: checks, deductions: deductions.map(({ id, points }) => ({ id, points: Math.round(points * 100) / 100 })), statistics, difference, before, beyond: audit.beyond, indexable: indexable.length });
      await endAudit(tx, audit, { state, cut, score, summary, now: clock.now() });
    },
  };
}

/** What every check says, page by page and then of the whole; failures go to the sink as they are found. */
async function judgeAll(run: AuditWork, reader: SiteReader, sink: IssueSink): Promise<{ tallies: CheckTally[]; indexable: string[] }> {
  const tallies = new Map<string, CheckTally>();
  for await (const facts of reader.pages()) {
    run.signal.throwIfAborted();
    for (const { check: { rule: { id } }, state, evidence } of judgePage(facts)) {
      if (state !== 'pass' && state !== 'fail') continue;
      const tally = tallies.get(id) ?? { id, applicable: 0, affected: 0 };
      tallies.set(id, { id, applicable: tally.applicable + 1, affected: tally.affected + (state === 'fail' ? 1 : 0) });
      if (state === 'fail') await sink.add({ id, url: facts.url, evidence });
    }
  }
  const site = await judgeSite(reader, ({ check, url, evidence }) => {
    run.signal.throwIfAborted();
    return sink.add({ id: check.rule.id, url, evidence });
  });
  await sink.flush();
  return { tallies: [...tallies.values(), ...site.tallies], indexable: site.index.briefs.filter(({ indexable }) => indexable).map(({ url }) => url) };
}
