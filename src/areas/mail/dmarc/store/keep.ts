import { sql } from 'kysely';
import { insertMany, oneOf, type Db } from '../../../../store/index.ts';
import { keepAggregates, type AggregateToKeep } from './aggregate.ts';
import { startOfDay } from './days.ts';
import { turnsOn, type Turn } from './domain-row.ts';
import { failureContent } from './failure.ts';
import { uncountedBy } from './counting.ts';
import { holdReports } from './held.ts';
import { keysOf, type ReportKeys } from './identity.ts';
import { firstDayCounted, monthsKept } from './retention.ts';
import type { KeepMeans, KeepOutcome, ToKeep, UncountedReason } from './shapes.ts';
import { tidySources } from './sources.ts';
import { addSessions } from './tls.ts';
import { tables } from '../tables.ts';
import type { ReportRow } from './report-row.ts';

/** After so many reports of a domain its rows of addresses are looked over. */
const TIDIED_EACH = 32;

/** A report that has its place: its domain, its number unless it is a version of another, and what names it. */
export interface Placed {
  toKeep: ToKeep;
  turn: Turn;
  no: number;
  keys: ReportKeys;
  uncounted: UncountedReason | null;
}

/** A report that is to be kept under `key`, in the place of the version before where there is one. */
export interface Settled extends Placed {
  key: string;
  before: ReportRow | null;
}

/**
 * Keeps reports of the account in `tx`, with everything that is counted by them, and tells what became of each, in their order. The same
 * report any number of times, and its versions in any order, end in the figures of the version that was received last. What does not count
 * is kept and counted apart.
 */
export async function keepReports(tx: Db, means: KeepMeans, accountId: string, given: readonly ToKeep[]): Promise<KeepOutcome[]> {
  const turns = await turnsOn(tx, accountId, given.map(({ reading }) => reading.report.domain), means.clock.now());
  const outcomes = new Map<ToKeep, KeepOutcome>();
  let waiting = given.flatMap((toKeep): Placed[] => {
    const turn = turns.get(toKeep.reading.report.domain);
    return turn ? [identify(toKeep, turn)] : [];
  });
  const tidied = new Set(waiting.filter(({ no }) => no % TIDIED_EACH === 0).map(({ turn: { domain } }) => domain.no));
  const unowned = given.filter(({ reading }) => !turns.has(reading.report.domain));
  const held = await holdReports(tx, accountId, unowned.map(({ message, reading: { kind, report: { domain, organization } } }) => ({ message, kind, domain, organization })), means.clock.now());
  for (const [at, toKeep] of unowned.entries()) outcomes.set(toKeep, held[at]!);
  while (waiting.length > 0) {
    // Versions of one report follow one another.
    const keys = new Set<string>();
    const { round = [], later = [] } = Object.groupBy(waiting, ({ keys: { counted } }) => (keys.size < keys.add(counted).size ? 'round' : 'later'));
    await keepRound(tx, means, accountId, round, outcomes);
    waiting = later;
  }
  for (const domainNo of tidied) await tidySources(tx, domainNo, firstDayCounted(means.clock.now()));
  return given.map(toKeep => outcomes.get(toKeep)!);
}

/** Keeps reports of which none is a version of another. */
async function keepRound(tx: Db, means: KeepMeans, accountId: string, round: readonly Placed[], outcomes: Map<ToKeep, KeepOutcome>): Promise<void> {
  const kept: Settled[] = [];
  for (const settled of await settle(tx, round)) {
    const outcome = await outcomeOf(tx, settled, means.clock.now());
    outcomes.set(settled.toKeep, outcome ?? keptAs(settled));
    if (!outcome) kept.push(settled);
  }
  const aggregates = kept.flatMap(({ toKeep: { reading }, turn: { domain }, no, before, uncounted }): AggregateToKeep[] => (
    reading.kind === 'aggregate' ? [{ domain, reading, reportNo: before?.no ?? no, no, before, trusted: uncounted === null }] : []));
  await saveReports(tx, await Promise.all(kept.map(async settled => rowOf(settled, await countContent(tx, settled)))));
  await keepAggregates(tx, means, accountId, aggregates);
}

/** The place of a report in a turn on its domain, with the next number. */
export function identify(toKeep: ToKeep, turn: Turn): Placed {
  const { reading } = toKeep;
  return { toKeep, turn, no: turn.next++, keys: keysOf(reading.report, reading.contentHash), uncounted: uncountedBy(toKeep) };
}

/** Whose place each of the reports takes. */
export async function settle(tx: Db, round: readonly Placed[]): Promise<Settled[]> {
  const known = await versionsBefore(tx, round);
  return round.map(placed => versionOf(placed, known));
}

/** What became of a report that was kept. */
export function keptAs({ before }: Settled): KeepOutcome {
  return before ? 'superseded' : 'kept';
}

async function versionsBefore(tx: Db, round: readonly Placed[]): Promise<Map<string, ReportRow>> {
  const rows = await tables(tx).selectFrom('dmarc_report').selectAll()
    .where(oneOf(tables(tx), 'domain_no', 'bigint', [...new Set(round.map(({ turn }) => turn.domain.no))]))
    .where(oneOf(tables(tx), 'key', 'text', [...new Set(round.flatMap(({ keys: { counted, former, apart } }) => [counted, former, apart]))])).execute();
  return new Map(rows.map(row => [row.key, row]));
}

/** Whose place a report takes: that of a version before, or its own where it came without a proof and now has one. */
function versionOf(placed: Placed, known: ReadonlyMap<string, ReportRow>): Settled {
  const { keys, toKeep: { reading: { report, contentHash } } } = placed;
  const [counted, apart] = [known.get(keys.counted) ?? known.get(keys.former) ?? null, known.get(keys.apart) ?? null];
  const isSame = (row: ReportRow | null) => row?.content_hash === contentHash;
  const repeats = placed.uncounted === null && counted !== null && (counted.begin_at !== report.beginAt || counted.end_at !== report.endAt);
  const uncounted = repeats ? 'repeatedId' : placed.uncounted;
  if (uncounted !== null) return { ...placed, uncounted, key: keys.apart, before: isSame(counted) ? counted : apart };
  return { ...placed, uncounted, key: counted?.key ?? keys.counted, before: counted ?? (isSame(apart) ? apart : null) };
}

/** What becomes of a report that is not kept, because it or a later version was; null where it is kept. */
export async function outcomeOf(tx: Db, { toKeep: { reading, receivedAt, message }, uncounted, before }: Settled, now: number): Promise<KeepOutcome | null> {
  if (!before) return null;
  const gone = before.kind === 'aggregate' && before.begin_at < startOfDay(monthsKept(now)[0]!);
  const isPromoted = before.uncounted !== null && uncounted === null;
  if (before.content_hash === reading.contentHash && !(isPromoted && before.facts_kept === 1 && !gone)) {
    // The version that came last counts, also where an earlier one comes again after another.
    if (receivedAt > before.received_at && (uncounted === null || before.uncounted !== null)) {
      await tables(tx).updateTable('dmarc_report').set({ received_at: receivedAt }).where('domain_no', '=', before.domain_no).where('no', '=', before.no).execute();
    }
    return message === before.message ? 'kept' : 'duplicate';
  }
  if (receivedAt < before.received_at && !isPromoted) return 'duplicate';
  return before.facts_kept === 0 || gone ? 'late' : null;
}

/** What is kept of a report besides its counts; what a TLS report counts is counted in the place of the version before. */
async function countContent(tx: Db, { toKeep: { reading }, turn: { domain }, uncounted, before }: Settled): Promise<string | null> {
  if (reading.kind === 'aggregate') return null;
  if (reading.kind === 'failure') return JSON.stringify(failureContent(reading.report));
  const { sessions } = reading;
  await addSessions(tx, domain.no, { sessions, trusted: uncounted === null }, before && { sessions: JSON.parse(before.content ?? '[]') as typeof sessions, trusted: before.uncounted === null });
  return JSON.stringify(sessions);
}

/** A report as it is kept; its facts under the number that it was placed with. */
export function rowOf({ toKeep: { reading: { report, contentHash }, message, receivedAt, authenticated }, turn: { domain }, no, key, uncounted, before }: Settled, content: string | null): ReportRow {
  return {
    domain_no: domain.no, no: before?.no ?? no, facts_no: no, key, uncounted, content, versions: (before?.versions ?? 0) + 1, facts_kept: 1, recounted_at: null,
    kind: report.kind, content_hash: contentHash, organization: report.organization, report_id: report.reportId, begin_at: report.beginAt, end_at: report.endAt,
    received_at: receivedAt, message, authenticated, policy: report.kind === 'aggregate' ? JSON.stringify(report.policy) : null,
    records: report.records, messages: report.messages, bad_records: report.badRecords, warnings: JSON.stringify(report.warnings),
  };
}

const COLUMNS = {
  domain_no: 'bigint', no: 'bigint', kind: 'text', key: 'text', content_hash: 'text', organization: 'text', report_id: 'text', begin_at: 'bigint', end_at: 'bigint', received_at: 'bigint',
  message: 'text', authenticated: 'text', policy: 'text', content: 'text', records: 'bigint', messages: 'bigint', bad_records: 'bigint', warnings: 'text', facts_no: 'bigint', versions: 'integer', facts_kept: 'integer',
  uncounted: 'text', recounted_at: 'bigint',
} as const satisfies Record<keyof ReportRow, string>;
const KEY_COLUMNS = new Set(['domain_no', 'no', 'facts_kept']);
const REPLACED = sql.join(Object.keys(COLUMNS).filter(name => !KEY_COLUMNS.has(name)).map(name => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`));

export async function saveReports(tx: Db, reports: readonly ReportRow[]): Promise<void> {
  const rows = reports.map(report => (Object.keys(COLUMNS) as (keyof ReportRow)[]).map(name => report[name]));
  await insertMany(tables(tx), { table: 'dmarc_report', columns: COLUMNS, rows, onConflict: sql`on conflict (domain_no, no) do update set ${REPLACED}` });
}
