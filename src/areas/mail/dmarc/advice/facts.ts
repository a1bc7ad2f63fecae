import { setImmediate as otherWork } from 'node:timers/promises';
import type { Db } from '../../../../store/index.ts';
import { latestResult } from '../../../domains/history/index.ts';
import type { Period, ReportedDomain } from '../answers/scope.ts';
import { sumsByDay, sumsByDetail, sumsByReporter } from '../answers/sums.ts';
import type { PublishedPolicy } from '../parse/shapes.ts';
import { setupOf } from '../answers/sender-setup.ts';
import { tuplesOf } from '../store/aggregate.ts';
import { startOfDay } from '../store/days.ts';
import type { DiagnosticFacts, LiveDns } from './shapes.ts';
import { tables } from '../tables.ts';
import { someKnownNames } from '../../../domains/subdomains/index.ts';

/** The results that are evaluated: those with most messages. */
const MAX_DETAILS = 5000;
const MAX_REPORTERS = 200;
const MAX_NAMES = 2000;

/** What the diagnosis of a domain is made from: its reports in the period, and the last scan of its DNS. */
export async function factsOf(db: Db, accountId: string, domain: ReportedDomain, period: Period, now: number): Promise<DiagnosticFacts> {
  const [details, days, reporters, policies, dns] = await Promise.all([
    sumsByDetail(db, accountId, domain.name, period, MAX_DETAILS), sumsByDay(db, accountId, domain.name, period),
    sumsByReporter(db, accountId, domain.name, period, MAX_REPORTERS), policiesSeen(db, accountId, domain, period), liveDnsOf(db, domain),
  ]);
  await otherWork();
  const tuples = new Map(domain.no === null ? [] : await tuplesOf(db, domain.no, details.map(({ tuple }) => tuple)));
  return {
    domain: domain.name, ...period, now, days, reporters, policies, dns, setupOf: id => setupOf(id, domain.name),
    details: details.flatMap(({ tuple, ...detail }) => (tuples.has(tuple) ? [{ ...detail, tuple: tuples.get(tuple)! }] : [])),
  };
}

/** Policies that reporters found, the one that was seen last at the end. */
async function policiesSeen(db: Db, accountId: string, { no }: ReportedDomain, { from, to }: Period): Promise<DiagnosticFacts['policies']> {
  if (no === null) return [];
  const rows = await tables(db).selectFrom('dmarc_report').innerJoin('dmarc_domain', 'dmarc_domain.no', 'dmarc_report.domain_no')
    .select(({ fn }) => ['policy', fn.countAll<number | string>().as('reports'), fn.min('begin_at').as('firstAt'), fn.max('end_at').as('lastAt')])
    .where('account_id', '=', accountId).where('domain_no', '=', no).where('kind', '=', 'aggregate').where('uncounted', 'is', null).where('policy', 'is not', null)
    .where('begin_at', '>=', startOfDay(from)).where('begin_at', '<', startOfDay(to + 1)).groupBy('policy').orderBy('lastAt').execute();
  return rows.map(({ policy, reports, firstAt, lastAt }) => ({ policy: JSON.parse(policy!) as PublishedPolicy, reports: Number(reports), firstAt, lastAt }));
}

async function liveDnsOf(db: Db, { id }: ReportedDomain): Promise<LiveDns | null> {
  const latest = id === null ? null : await latestResult(db, id);
  if (id === null || !latest) return null;
  const { spf, dmarc, dkim } = latest.result.records;
  return { spf: spf.record, dmarc: dmarc.record, foundAt: dmarc.foundAt, policy: dmarc.policy, selectors: dkim.selectors, names: await someKnownNames(db, id, MAX_NAMES) };
}
