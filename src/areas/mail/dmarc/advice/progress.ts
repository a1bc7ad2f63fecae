import type { z } from 'zod';
import { parseDmarc, type DmarcPolicy } from '../../../../checks/dmarc/parse.ts';
import { isOnTrial } from '../../../../checks/dmarc/policies.ts';
import { paste, withPolicy } from '../../../../checks/dmarc/rewrite.ts';
import type { Db } from '../../../../store/index.ts';
import type { CheckResult } from '../../../domains/check/index.ts';
import { latestResult } from '../../../domains/history/index.ts';
import { daysBefore, rateOf, type ReportedDomain } from '../answers/scope.ts';
import type { Progress } from '../answers/shapes.ts';
import { firstDaysOf, sumsByDay, sumsByReporter, sumsBySender } from '../answers/sums.ts';
import { dayOf, isoDay } from '../store/days.ts';
import { diagnose } from './diagnose.ts';
import { factsOf } from './facts.ts';
import { advisePolicy, type PolicyFacts } from './policy.ts';
import { tables } from '../tables.ts';

const DAYS = 30;
const MAX_REPORTERS = 200;

/** The advice on the next policy of a domain, from the reports of the last 30 days and the last scan of its DNS. */
export async function progressOf(db: Db, accountId: string, domain: ReportedDomain, now: number): Promise<z.output<typeof Progress>> {
  const result = domain.id === null ? null : (await latestResult(db, domain.id))?.result ?? null;
  const facts = await policyFacts(db, accountId, domain, result, now);
  const { legitimate, ...advice } = advisePolicy(facts);
  return {
    ...advice, legitimate: { ...legitimate, passRate: rateOf(legitimate.passed, legitimate.messages) },
    record: advice.target === null ? null : recordOf(result, advice.target), since: facts.since === null ? null : isoDay(facts.since),
  };
}

async function policyFacts(db: Db, accountId: string, domain: ReportedDomain, result: CheckResult | null, now: number): Promise<PolicyFacts> {
  const period = { from: daysBefore(now, DAYS - 1), to: dayOf(now) };
  const [days, senders, reporters, firstDays, since] = await Promise.all([
    sumsByDay(db, accountId, domain.name, period), sumsBySender(db, accountId, domain.name, period), sumsByReporter(db, accountId, domain.name, period, MAX_REPORTERS),
    firstDaysOf(db, accountId, domain.name), sinceOf(db, accountId, domain, result),
  ]);
  const findings = result === null ? [] : diagnose(await factsOf(db, accountId, domain, period, now)).filter(({ severity }) => severity === 'critical' || severity === 'high');
  return {
    current: currentOf(result), onTrial: isPolicyOnTrial(result), days: DAYS, today: dayOf(now),
    daysWithReports: days.filter(({ messages }) => messages > 0).length, since, reporters: reporters.map(({ organization }) => organization),
    senders: [...Map.groupBy(senders, ({ id, class: of }) => `${of} ${id}`).values()].map(([first, ...others]) => ({
      id: first!.id, name: first!.name, class: first!.class, firstDay: firstDays.get(first!.id) ?? first!.firstDay,
      messages: [first!, ...others].reduce((sum, { messages }) => sum + messages, 0), passed: [first!, ...others].reduce((sum, { passed }) => sum + passed, 0),
    })),
    openFindings: findings.map(({ title }) => title),
  };
}

function isPolicyOnTrial(result: CheckResult | null): boolean {
  const record = parseDmarc(result?.records.dmarc.record ?? '');
  return record !== null && isOnTrial(record);
}

/** What the last scan says of the policy; one that failed says nothing. */
function currentOf(result: CheckResult | null): PolicyFacts['current'] {
  if (result === null) return null;
  const { dmarc } = result.records;
  if (dmarc.policy) return dmarc.policy.domain;
  return dmarc.walk.some(({ outcome }) => outcome === 'failed') ? null : 'missing';
}

/** The day after the last report that tells of another policy than the current one; that of the first report where all tell of it. */
async function sinceOf(db: Db, accountId: string, domain: ReportedDomain, result: CheckResult | null): Promise<number | null> {
  const current = currentOf(result);
  if (domain.no === null || current === null || current === 'missing') return null;
  const rows = await tables(db).selectFrom('dmarc_report').innerJoin('dmarc_domain', 'dmarc_domain.no', 'dmarc_report.domain_no')
    .select(({ fn }) => ['policy', fn.min('begin_at').as('first'), fn.max('begin_at').as('last')])
    .where('account_id', '=', accountId).where('held_since', 'is', null).where('domain_no', '=', domain.no).where('kind', '=', 'aggregate').where('uncounted', 'is', null).groupBy('policy').execute();
  const read = rows.map(({ policy, first, last }) => ({ p: (JSON.parse(policy ?? '{}') as { p?: string | null }).p ?? null, first, last }));
  const same = read.filter(({ p }) => p === current);
  if (same.length === 0) return null;
  const others = read.filter(({ p }) => p !== null && p !== current);
  const first = dayOf(Math.min(...same.map(row => row.first)));
  return others.length === 0 ? first : Math.max(first, dayOf(Math.max(...others.map(({ last }) => last))) + 1);
}

/** The record of the step: as it stands, with the other policy; null where a record of a domain above governs this one. */
function recordOf(result: CheckResult | null, target: DmarcPolicy) {
  if (result === null) return null;
  const { domain, records: { dmarc } } = result;
  const name = `_dmarc.${domain}`;
  const record = parseDmarc(dmarc.record ?? '');
  if (record === null || dmarc.foundAt !== name) return null;
  return paste(name, withPolicy(record, target)) ?? null;
}
