import { known } from '../../../../core/access.ts';
import { english } from '../../../../core/language.ts';
import { operationIn } from '../../../../core/operation.ts';
import type { Db } from '../../../../store/index.ts';
import { mostSevereFirst } from '../advice/diagnose.ts';
import { findingOf } from '../advice/finding.ts';
import { tlsRules, type TlsRuleName } from '../advice/tls-rules.ts';
import { isoDay } from '../store/days.ts';
import type { DmarcServices } from './services.ts';
import { periodOf, reportedDomain, shownDomains, spanOf, type Period, type ReportedDomain } from './scope.ts';
import { SummaryQuery, TlsReply } from './shapes.ts';
import { tables } from '../tables.ts';

const MAX_NAMES = 20;

export const showTls = operationIn<DmarcServices>()({
  id: 'dmarc.tls',
  summary: 'Show how well encrypted delivery to your mail servers works',
  description: 'What the SMTP TLS reports (RFC 8460) of a period say, of one domain or of all: sessions that succeeded and failed, by day, policy, reporter and result, '
    + 'and for each result its cause and how to fix it.',
  method: 'GET',
  path: '/api/dmarc/tls',
  access: { scope: 'domains' },
  plan: 'pro',
  allowance: 'none',
  owns: { domain: reportedDomain },
  input: SummaryQuery,
  output: TlsReply,
  examples: [{ input: { domain: 'example.com' }, says: 'One domain over the last 30 days' }],
  run: async ({ caller, now, owned }, { db }, input) => {
    const name = (owned as { domain?: ReportedDomain }).domain?.name ?? null;
    const period = periodOf(input, now);
    const rows = await sessionsIn(db, known(caller).account.id, name, period);
    const { succeeded, failed } = totalOf(rows);
    const counted = rows.filter(({ trusted }) => trusted === 1);
    return { success: true as const, data: {
      domain: name, ...spanOf(period), totals: { sessions: succeeded + failed, succeeded, failed }, uncounted: { sessions: sessionsOf(rows) - sessionsOf(counted) },
      byDay: grouped(rows, ({ day }) => day).toSorted((a, b) => a.key - b.key).map(({ key, rows: of }) => ({ day: isoDay(key), ...totalOf(of) })),
      byPolicy: grouped(rows, ({ policy }) => policy || 'unknown').map(({ key, rows: of }) => ({ type: key, ...totalOf(of) })),
      byResult: resultsOf(rows).map(({ key, rows: of }) => ({
        resultType: key, sessions: totalOf(of).failed, hosts: named(of.map(({ host }) => host)), organizations: named(of.map(({ organization }) => organization)),
      })),
      reporters: grouped(rows, ({ organization }) => organization).map(({ key, rows: of }) => ({ organization: key, ...totalOf(of) })),
      findings: tlsFindings(counted, name),
    } };
  },
});

/** Sessions of one kind on one day. */
export interface SessionRow {
  day: number;
  organization: string;
  policy: string;
  /** Empty for success. */
  result: string;
  host: string;
  sessions: number;
}

async function sessionsIn(db: Db, accountId: string, name: string | null, { from, to }: Period): Promise<(SessionRow & { trusted: number })[]> {
  return tables(db).selectFrom('dmarc_tls_day').select(({ fn }) => ['day', 'trusted', 'organization', 'policy_type as policy', 'result_type as result', 'host', fn.sum<number>('sessions').as('sessions')])
    .where('domain_no', 'in', shownDomains(db, accountId, name).select('no')).where('day', '>=', from).where('day', '<=', to)
    .groupBy(['day', 'trusted', 'organization', 'policy_type', 'result_type', 'host']).orderBy('day').execute();
}

/** The sessions of a domain that advice goes by: those of reports that somebody vouches for. */
export async function countedSessions(db: Db, accountId: string, name: string, period: Period): Promise<SessionRow[]> {
  return (await sessionsIn(db, accountId, name, period)).filter(({ trusted }) => trusted === 1);
}

/** One finding for each kind of failure, as the rules of TLS reports have them. */
export function tlsFindings(rows: readonly SessionRow[], domain: string | null) {
  return mostSevereFirst(resultsOf(rows).map(({ key, rows: of }) => {
    const rule = tlsRules[Object.hasOwn(tlsRules, key) ? key as TlsRuleName : 'unexplained'];
    const [hosts, organizations] = [named(of.map(({ host }) => host)), named(of.map(({ organization }) => organization))];
    return findingOf(rule, {
      words: { domain: domain ?? '<domain>' }, messages: totalOf(of).failed, firstDay: Math.min(...of.map(({ day }) => day)), lastDay: Math.max(...of.map(({ day }) => day)),
      evidence: [`${english.number(totalOf(of).failed)} sessions failed (${key})`, ...(hosts.length > 0 ? [`at ${hosts.join(', ')}`] : []), `seen by ${organizations.join(', ')}`],
    });
  }));
}

function resultsOf(rows: readonly SessionRow[]) {
  return grouped(rows.filter(({ result }) => result !== ''), ({ result }) => result);
}

function grouped<Key>(rows: readonly SessionRow[], by: (row: SessionRow) => Key): { key: Key; rows: SessionRow[] }[] {
  return [...Map.groupBy(rows, by)].map(([key, of]) => ({ key, rows: of })).toSorted((a, b) => sessionsOf(b.rows) - sessionsOf(a.rows));
}

function sessionsOf(rows: readonly SessionRow[]): number {
  return rows.reduce((sum, row) => sum + row.sessions, 0);
}

function totalOf(rows: readonly SessionRow[]): { succeeded: number; failed: number } {
  return rows.reduce((sum, { result, sessions }) => ({ succeeded: sum.succeeded + (result === '' ? sessions : 0), failed: sum.failed + (result === '' ? 0 : sessions) }), { succeeded: 0, failed: 0 });
}

function named(names: readonly string[]): string[] {
  return [...new Set(names.filter(name => name !== ''))].toSorted().slice(0, MAX_NAMES);
}
