import { sql } from 'kysely';
import { insertMany, oneOf, type Db } from '../../../../store/index.ts';
import { keepAggregates, type AggregateToKeep } from './aggregate.ts';
import { startOfDay } from './days.ts';
import { turnsOn, type Turn } from './domain-row.ts';
import { failureContent } from './failure.ts';
import { holdReports } from './held.ts';
import { keyOf } from './identity.ts';
import { firstDayCounted, monthsKept } from './retention.ts';
import type { KeepMeans, KeepOutcome, ToKeep } from './shapes.ts';
import { tidySources } from './sources.ts';
import { addSessions } from './tls.ts';
import { tables } from '../tables.ts';
import type { ReportRow } from './report-row.ts';

/** After so many reports of a domain its rows of addresses are looked over. */
const TIDIED_EACH = 32;

/** A report that has its place: its domain, its number unless it is a version of another, and what names it. */
interface Placed {
  toKeep: ToKeep;
  turn: Turn;
  no: number;
  key: string;
  trusted: boolean;
}

/**
 * Keeps reports of the account in `tx`, with everything that is counted by them, and tells what became of each, in their order. The same
 * report any number of times, and its versions in any order, end in the figures of the version that was received last.
 */
export async function keepReports(tx: Db, means: KeepMeans, accountId: string, given: readonly ToKeep[]): Promise<KeepOutcome[]> {
  const turns = await turnsOn(tx, accountId, given.map(({ reading }) => reading.report.domain), means.clock.now());
  const outcomes = new Map<ToKeep, KeepOutcome>();
  let waiting = given.flatMap((toKeep): Placed[] => {
    const turn = turns.get(toKeep.reading.report.domain);
    const trusted = toKeep.authenticated !== 'none';
    return turn ? [{ toKeep, turn, no: turn.next++, key: keyOf(toKeep.reading, trusted), trusted }] : [];
  });
  const tidied = new Set(waiting.filter(({ no }) => no % TIDIED_EACH === 0).map(({ turn: { domain } }) => domain.no));
  const unowned = given.filter(({ reading }) => !turns.has(reading.report.domain));
  const held = await holdReports(tx, accountId, unowned.map(({ message, reading: { kind, report: { domain, organization } } }) => ({ message, kind, domain, organization })), means.clock.now());
  for (const [at, toKeep] of unowned.entries()) outcomes.set(toKeep, held[at]!);
  while (waiting.length > 0) {
    // Versions of one report follow one another.
    const keys = new Set<string>();
    const { round = [], later = [] } = Object.groupBy(waiting, ({ key }) => (keys.size < keys.add(key).size ? 'round' : 'later'));
    await keepRound(tx, means, accountId, round, outcomes);
    waiting = later;
  }
  for (const domainNo of tidied) await tidySources(tx, domainNo, firstDayCounted(means.clock.now()));
  return given.map(toKeep => outcomes.get(toKeep)!);
}

/** Keeps reports of which none is a version of another. */
async function keepRound(tx: Db, means: KeepMeans, accountId: string, round: readonly Placed[], outcomes: Map<ToKeep, KeepOutcome>): Promise<void> {
  const known = await versionsBefore(tx, round);
  const counted: (Placed & { before: ReportRow | null })[] = [];
  for (const placed of round) {
    const { toKeep, key } = placed;
    const before = known.get(key) ?? null;
    const settled = before && await settledBy(tx, before, toKeep, means.clock.now());
    outcomes.set(toKeep, settled ?? (before ? 'superseded' : 'kept'));
    if (!settled) counted.push({ ...placed, before });
  }
  const aggregates = counted.flatMap(({ toKeep: { reading }, turn: { domain }, no, before, trusted }): AggregateToKeep[] => (
    reading.kind === 'aggregate' ? [{ domain, reading, reportNo: before?.no ?? no, no, before, trusted }] : []));
  await saveReports(tx, await Promise.all(counted.map(async ({ toKeep, turn: { domain }, no, key, before }) => ({
    ...rowOf(toKeep), domain_no: domain.no, no: before?.no ?? no, facts_no: no, key, content: await countContent(tx, domain.no, toKeep, before), versions: (before?.versions ?? 0) + 1, facts_kept: 1,
  }))));
  await keepAggregates(tx, means, accountId, aggregates);
}

async function versionsBefore(tx: Db, round: readonly Placed[]): Promise<Map<string, ReportRow>> {
  const rows = await tables(tx).selectFrom('dmarc_report').selectAll()
    .where(oneOf(tables(tx), 'domain_no', 'bigint', [...new Set(round.map(({ turn }) => turn.domain.no))])).where(oneOf(tables(tx), 'key', 'text', round.map(({ key }) => key))).execute();
  return new Map(rows.map(row => [row.key, row]));
}

/** What becomes of a report whose key is known already; null where it takes the place of that one. */
export async function settledBy(tx: Db, before: ReportRow, { reading, receivedAt, message }: ToKeep, now: number): Promise<KeepOutcome | null> {
  if (before.content_hash === reading.contentHash) {
    // The version that came last counts, also where an earlier one comes again after another.
    if (receivedAt > before.received_at) {
      await tables(tx).updateTable('dmarc_report').set({ received_at: receivedAt }).where('domain_no', '=', before.domain_no).where('no', '=', before.no).execute();
    }
    return message === before.message ? 'kept' : 'duplicate';
  }
  if (receivedAt < before.received_at) return 'duplicate';
  const gone = before.kind === 'aggregate' && before.begin_at < startOfDay(monthsKept(now)[0]!);
  return before.facts_kept === 0 || gone ? 'late' : null;
}

/** What is kept of a report besides its counts; what a TLS report counts is counted in the place of the version before. */
async function countContent(tx: Db, domainNo: number, { reading }: ToKeep, before: ReportRow | null): Promise<string | null> {
  if (reading.kind === 'aggregate') return null;
  if (reading.kind === 'failure') return JSON.stringify(failureContent(reading.report));
  const { sessions } = reading;
  await addSessions(tx, domainNo, sessions, JSON.parse(before?.content ?? '[]') as typeof sessions);
  return JSON.stringify(sessions);
}

export function rowOf({ reading: { report, contentHash }, message, receivedAt, authenticated }: ToKeep): Omit<ReportRow, 'domain_no' | 'no' | 'facts_no' | 'key' | 'content' | 'versions' | 'facts_kept'> {
  return {
    kind: report.kind, content_hash: contentHash, organization: report.organization, report_id: report.reportId, begin_at: report.beginAt, end_at: report.endAt,
    received_at: receivedAt, message, authenticated, policy: report.kind === 'aggregate' ? JSON.stringify(report.policy) : null,
    records: report.records, messages: report.messages, bad_records: report.badRecords, warnings: JSON.stringify(report.warnings),
  };
}

const COLUMNS = {
  domain_no: 'bigint', no: 'bigint', kind: 'text', key: 'text', content_hash: 'text', organization: 'text', report_id: 'text', begin_at: 'bigint', end_at: 'bigint', received_at: 'bigint',
  message: 'text', authenticated: 'text', policy: 'text', content: 'text', records: 'bigint', messages: 'bigint', bad_records: 'bigint', warnings: 'text', facts_no: 'bigint', versions: 'integer', facts_kept: 'integer',
} as const satisfies Record<keyof ReportRow, string>;
const KEY_COLUMNS = new Set(['domain_no', 'no', 'key', 'facts_kept']);
const REPLACED = sql.join(Object.keys(COLUMNS).filter(name => !KEY_COLUMNS.has(name)).map(name => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`));

export async function saveReports(tx: Db, reports: readonly ReportRow[]): Promise<void> {
  const rows = reports.map(report => (Object.keys(COLUMNS) as (keyof ReportRow)[]).map(name => report[name]));
  await insertMany(tables(tx), { table: 'dmarc_report', columns: COLUMNS, rows, onConflict: sql`on conflict (domain_no, no) do update set ${REPLACED}` });
}
