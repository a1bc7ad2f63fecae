import { known } from '../../../../core/access.ts';
import { operationIn } from '../../../../core/operation.ts';
import type { Db } from '../../../../store/index.ts';
import { latestResult } from '../../../domains/history/index.ts';
import { progressOf } from '../advice/progress.ts';
import { senderClasses } from '../senders/shapes.ts';
import { isoDay } from '../store/days.ts';
import { uncountedReasons } from '../store/shapes.ts';
import type { DmarcServices } from './services.ts';
import { flowOf } from './flow.ts';
import { before, isoOf, periodOf, rateOf, reportedDomain, spanOf, type Period, type ReportedDomain } from './scope.ts';
import { SummaryQuery, SummaryReply } from './shapes.ts';
import { lastReportAt, reportsHeld, reportSums, sumsByDay, sumsByDomain, sumsByOutcome, sumsBySender, uncountedSums, type Counts, type UncountedSum } from './sums.ts';
import { messagesByReporter, messagesBySender, type SenderMessages } from './week-sums.ts';

const MAX_DOMAINS = 100;
const MAX_REPORTERS = 20;
const MAX_SENDERS = 10;

export const showSummary = operationIn<DmarcServices>()({
  id: 'dmarc.summary',
  summary: 'Show what DMARC reports say about your mail',
  description: 'What the DMARC reports of a period, by default the last 30 days, say about mail in the name of one domain or of all: messages by day, by what receivers did, by kind of sender, the senders and reporters with most messages, '
    + 'the policy in force and, for one domain, whether the reports show that a stricter one breaks no wanted mail. Only reports of domains that are proven to be yours count, and only those whose sender is proven: `dataQuality` counts the others, by reason.',
  method: 'GET',
  path: '/api/dmarc/summary',
  agent: { everyday: true },
  access: { scope: 'domains' },
  plan: 'pro',
  allowance: 'none',
  owns: { domain: reportedDomain },
  input: SummaryQuery,
  output: SummaryReply,
  examples: [
    { input: { domain: 'example.com' }, says: 'One domain over the last 30 days' },
    { input: { from: '2026-01-01', to: '2026-03-31' }, says: 'All domains over a quarter' },
  ],
  run: async ({ caller, now, owned }, { db }, input) => {
    const accountId = known(caller).account.id;
    const domain = (owned as { domain?: ReportedDomain }).domain ?? null;
    const name = domain?.name ?? null;
    const period = periodOf(input, now);
    const [days, earlier, senders, reporters, reports, uncounted, domains, flow] = await Promise.all([
      sumsByDay(db, accountId, name, period), sumsByDay(db, accountId, name, before(period)), messagesBySender(db, accountId, name, period),
      messagesByReporter(db, accountId, name, period, MAX_REPORTERS), reportSums(db, accountId, name, period), uncountedSums(db, accountId, name, period),
      name === null ? sumsByDomain(db, accountId, period, MAX_DOMAINS) : [], name === null ? null : senderFlow(db, accountId, name, period),
    ]);
    const totals = totalOf(days);
    return { success: true as const, data: {
      domain: name, ...spanOf(period), totals: countsOf(totals), passRate: rateOf(totals.passed, totals.messages), previous: previousOf(totalOf(earlier)),
      byDay: days.map(({ day, messages, passed, quarantined, rejected }) => ({ day: isoDay(day), messages, passed, failed: messages - passed, quarantined, rejected })),
      byDisposition: { none: totals.messages - totals.quarantined - totals.rejected, quarantine: totals.quarantined, reject: totals.rejected },
      byClass: byClassOf(senders),
      byDomain: domains.map(({ name: of, messages, passed, heldSince }) => ({ domain: of, messages, passed, passRate: rateOf(passed, messages), held: heldSince !== null })),
      failingSenders: failingSendersOf(senders),
      topSenders: topSendersOf(senders),
      reporters: reporters.map(({ organization, reports: count, messages, passed }) => ({ organization, reports: count, messages, passRate: rateOf(passed, messages) })),
      flow,
      policy: await policyOf(db, domain), progress: domain && await progressOf(db, accountId, domain, now),
      dataQuality: {
        ...reports, uncounted: presentUncounted(uncounted), ...await freshnessOf(db, accountId, name),
      },
    } };
  },
});

function presentUncounted(sums: readonly UncountedSum[]) {
  const total = (of: 'reports' | 'messages' | 'recounted') => sums.reduce((all, sum) => all + sum[of], 0);
  return {
    reports: total('reports'), messages: total('messages'), formerlyCounted: total('recounted'),
    reasons: sums.map(({ reason, reports, messages }) => ({ reason, text: uncountedReasons[reason], reports, messages })),
  };
}

async function freshnessOf(db: Db, accountId: string, name: string | null) {
  const [held, last] = await Promise.all([reportsHeld(db, accountId, name), lastReportAt(db, accountId, name)]);
  return { held: held && { reports: held.reports, since: isoOf(held.since) }, lastReportAt: last === null ? null : isoOf(last) };
}

async function policyOf(db: Db, domain: ReportedDomain | null) {
  const latest = domain?.id ? await latestResult(db, domain.id) : null;
  if (!latest) return null;
  const { policy, foundAt } = latest.result.records.dmarc;
  return policy && { p: policy.domain, subdomains: policy.subdomain, nonexistent: policy.nonexistent, foundAt, checkedAt: isoOf(latest.at) };
}

function previousOf({ messages, passed }: Counts) {
  return { messages, passRate: rateOf(passed, messages) };
}

function byClassOf(senders: readonly Pick<SenderMessages, 'class' | 'messages' | 'passed'>[]) {
  return senderClasses.map(one => ({ class: one, ...messagesOf(senders.filter(sender => sender.class === one)) })).filter(({ messages }) => messages > 0);
}

function messagesOf(senders: readonly Pick<SenderMessages, 'messages' | 'passed'>[]): { messages: number; passed: number } {
  const sum = { messages: 0, passed: 0 };
  for (const { messages, passed } of senders) {
    sum.messages += messages;
    sum.passed += passed;
  }
  return sum;
}

function topSendersOf(senders: readonly SenderMessages[]) {
  return [...Map.groupBy(senders, ({ id }) => id).values()].map(sums => {
    const [{ id, name }, { messages, passed }] = [mostOf(sums), messagesOf(sums)];
    return { id, name, ...classOf(sums), messages, passed, passRate: rateOf(passed, messages) };
  }).toSorted((a, b) => b.messages - a.messages || (a.id < b.id ? -1 : 1)).slice(0, MAX_SENDERS);
}

async function senderFlow(db: Db, accountId: string, name: string, period: Period) {
  const [senders, treated] = await Promise.all([sumsBySender(db, accountId, name, period), sumsByOutcome(db, accountId, name, period)]);
  const sources = [...Map.groupBy(senders, ({ id }) => id).values()].map(sums => {
    const { id, name: called } = mostOf(sums);
    return { ...totalOf(sums), id, name: called, class: classOf(sums).class };
  });
  return flowOf(sources, treated);
}

/** Senders that are wanted and do not pass whole. */
function failingSendersOf(senders: readonly SenderMessages[]): number {
  return new Set(senders.filter(({ class: of, messages, passed }) => (of === 'own' || of === 'known') && passed < messages).map(({ id }) => id)).size;
}

/** What the messages of one sender are: of one class, or mixed, with each class's part. */
export function classOf(sums: readonly Pick<SenderMessages, 'class' | 'messages' | 'passed'>[]) {
  const parts = byClassOf(sums).toSorted((a, b) => b.messages - a.messages);
  return { class: parts.length > 1 ? 'mixed' as const : parts[0]?.class ?? sums[0]!.class, parts };
}

/** The one with most messages: how a sender that appears in several classes is called. */
export function mostOf<Sum extends { messages: number }>(sums: readonly Sum[]): Sum {
  return sums.reduce((most, sum) => (sum.messages > most.messages ? sum : most));
}

/** All of it together. */
export function totalOf(sums: readonly Counts[]): Counts {
  const total: Counts = { messages: 0, records: 0, passed: 0, dkim: 0, spf: 0, aligned: 0, quarantined: 0, rejected: 0, overridden: 0 };
  for (const sum of sums) for (const name of Object.keys(total) as (keyof Counts)[]) total[name] += sum[name];
  return total;
}

/** The counts by the names that replies have for them. */
export function countsOf({ messages, passed, dkim, spf, aligned, quarantined, rejected, overridden }: Counts) {
  return { messages, passed, failed: messages - passed, dkimAligned: dkim, spfAligned: spf, bothAligned: aligned, quarantined, rejected, overridden };
}
