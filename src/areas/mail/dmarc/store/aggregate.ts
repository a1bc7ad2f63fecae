import { sql, type RawBuilder } from 'kysely';
import { insertMany, oneOf, type BulkRow, type Db } from '../../../../store/index.ts';
import { hostJobs } from '../senders/jobs.ts';
import { sharesOf } from './days.ts';
import type { DmarcDomain } from './domain-row.ts';
import { deleteFacts, factsOf, insertFacts, type Fact, type ReportFacts } from './facts.ts';
import type { ReportRow } from './report-row.ts';
import { lookupSenders } from './lookups.ts';
import { namingJob } from './naming-job.ts';
import { Naming, type NumberedSender } from './naming.ts';
import { messageCounts, Rollups, type Counted, type TupleFlags } from './rollups.ts';
import type { Collected, CollectedTuple, KeepMeans, Tuple } from './shapes.ts';
import { insertSources } from './sources.ts';
import { spfHostsJob } from './spf-hosts-job.ts';
import { tables } from '../tables.ts';

/** An aggregate report to be counted under a number, in the place of the version before where there is one. */
export interface AggregateToKeep {
  domain: DmarcDomain;
  reading: Extract<Collected, { kind: 'aggregate' }>;
  no: number;
  before: ReportRow | null;
  trusted: boolean;
}

/** What is to be written of one domain. */
interface DomainCounts {
  domainNo: number;
  tuples: readonly CollectedTuple[];
  senders: readonly NumberedSender[];
  /** Those that only reports name which do not count: they change nothing of what is known of a sender. */
  unprovenSenders: readonly NumberedSender[];
  facts: ReportFacts[];
  rollups: Rollups;
  /** Addresses whose host names have not been looked up, and the reports that have them. */
  unknown: string[];
  unnamed: number[];
  /** Whether hosts of the SPF record are still to be asked for. */
  spfOpen: boolean;
}

/** Keeps the records of reports as facts and counts them in every rollup; what the versions before have counted is taken back. */
export async function keepAggregates(tx: Db, means: KeepMeans, accountId: string, reports: readonly AggregateToKeep[]): Promise<void> {
  const all: DomainCounts[] = [];
  for (const [domain, ofDomain] of Map.groupBy(reports, report => report.domain)) all.push(await countDomain(tx, means, domain, ofDomain));
  await keepTuples(tx, all);
  await keepSenders(tx, all.flatMap(({ domainNo, unprovenSenders }) => unprovenSenders.map(sender => ({ domainNo, ...sender }))), 'unlessKnown');
  await keepSenders(tx, all.flatMap(({ domainNo, senders }) => senders.map(sender => ({ domainNo, ...sender }))));
  await insertFacts(tx, all.flatMap(({ facts }) => facts));
  await addRollups(tx, all, reports.some(({ before }) => before !== null));
  const naming = all.filter(({ unnamed }) => unnamed.length > 0).map(({ domainNo, unnamed }) => namingJob({ domainNo, reports: unnamed, waits: 0 }, means.clock.now()));
  if (naming.length > 0) await means.queue.add(tx, accountId, [...hostJobs(all.flatMap(({ unknown }) => unknown)), ...all.filter(({ spfOpen }) => spfOpen).map(({ domainNo }) => spfHostsJob(domainNo)), ...naming]);
}

async function countDomain(tx: Db, means: KeepMeans, domain: DmarcDomain, reports: readonly AggregateToKeep[]): Promise<DomainCounts> {
  const [tuples, indexes] = [[] as CollectedTuple[], new Map<number, number>()];
  const addresses = new Set<string>();
  const placed = reports.map(({ reading, ...report }) => {
    let last = '';
    for (const { ip } of reading.rows) if (ip !== last) addresses.add(last = ip);
    return { ...report, report: reading.report, rows: reading.rows, indexes: reading.tuples.map(tuple => indexOf(tuple, indexes, tuples)) };
  });
  const lookups = await lookupSenders(tx, means, domain, [...addresses]);
  const [naming, unprovenNaming] = [lookups, lookups].map(known => new Naming(domain.name, tuples.map(({ tuple }) => tuple), known)) as [Naming, Naming];
  const flags = new Map(tuples.map(({ no, tuple }) => [no, flagsOf(tuple)]));
  const [rollups, facts, counted] = [new Rollups(), [] as ReportFacts[], new Set<number>()];
  for (const { report, rows, indexes, no, before, trusted } of placed) {
    if (before) {
      rollups.count(await countedBefore(tx, before), -1);
      await deleteFacts(tx, domain.no, before.no);
    }
    const own = rows.map(({ ip, tuple, messages, records }): Fact => {
      const index = indexes[tuple]!;
      return { ip, tuple: tuples[index]!.no, sender: (trusted ? naming : unprovenNaming).of(ip, index).no, messages, records };
    });
    rollups.count({
      facts: own, flagsOf: tuple => flags.get(tuple)!, shares: sharesOf(report.beginAt, report.endAt), trusted, organization: report.organization ?? '', badRecords: report.badRecords,
    }, 1);
    facts.push({ domainNo: domain.no, reportNo: no, beginAt: report.beginAt, facts: own });
    if (trusted) counted.add(no);
  }
  const [{ senders, unknown, newKey }, { spfOpen }] = [naming, lookups];
  const isUnknown = new Set(unknown);
  const unnamed = facts.filter(({ reportNo, facts: own }) => counted.has(reportNo) && (newKey || spfOpen || (isUnknown.size > 0 && own.some(({ ip }) => isUnknown.has(ip))))).map(({ reportNo }) => reportNo);
  return { domainNo: domain.no, tuples, senders, unprovenSenders: unprovenNaming.senders, facts, rollups, unknown, unnamed, spfOpen };
}

/** The place of a tuple among those of a domain. */
function indexOf(tuple: CollectedTuple, indexes: Map<number, number>, tuples: CollectedTuple[]): number {
  let index = indexes.get(tuple.no);
  if (index === undefined) indexes.set(tuple.no, index = tuples.push(tuple) - 1);
  return index;
}

function flagsOf({ disposition, dkimAligned, spfAligned, reasons }: Tuple): TupleFlags {
  return { disposition, dkimAligned, spfAligned, overridden: reasons.length > 0 };
}

/** What a report that was kept has counted, by its facts. */
export async function countedBefore(tx: Db, { domain_no, no, begin_at, end_at, organization, bad_records, uncounted }: ReportRow): Promise<Counted> {
  const facts = await factsOf(tx, domain_no, no);
  const flags = new Map((await tuplesOf(tx, domain_no, facts.map(({ tuple }) => tuple))).map(([number, tuple]) => [number, flagsOf(tuple)]));
  return {
    facts, flagsOf: tuple => flags.get(tuple)!, shares: sharesOf(begin_at, end_at), trusted: uncounted === null,
    organization: organization ?? '', badRecords: bad_records,
  };
}

/** The tuples of these numbers. */
export async function tuplesOf(db: Db, domainNo: number, numbers: readonly number[]): Promise<[number, Tuple][]> {
  const rows = await tables(db).selectFrom('dmarc_tuple').select(['no', 'content']).where('domain_no', '=', domainNo).where(oneOf(tables(db), 'no', 'bigint', [...new Set(numbers)])).execute();
  return rows.map(({ no, content }) => [no, JSON.parse(content) as Tuple]);
}

/** Most are known: their numbers are asked for, and only the others are sent. */
async function keepTuples(tx: Db, all: readonly DomainCounts[]): Promise<void> {
  for (const { domainNo, tuples } of all) {
    const known = await tables(tx).selectFrom('dmarc_tuple').select('no').where('domain_no', '=', domainNo).where(oneOf(tables(tx), 'no', 'bigint', tuples.map(({ no }) => no))).execute();
    const numbers = new Set(known.map(({ no }) => no));
    await insertMany(tables(tx), {
      table: 'dmarc_tuple', columns: { domain_no: 'bigint', no: 'bigint', content: 'text' },
      rows: tuples.filter(({ no }) => !numbers.has(no)).map(({ no, content }) => [domainNo, no, content]), onConflict: sql`on conflict do nothing`,
    });
  }
}

/** Keeps senders, each given once; what is said of one is what was found last, or what was known already. */
export async function keepSenders(tx: Db, senders: readonly (NumberedSender & { domainNo: number })[], how: 'asFound' | 'unlessKnown' = 'asFound'): Promise<void> {
  const rows = senders.map(({ domainNo, no, sender }): BulkRow => [
    domainNo, no, sender.id, sender.name, sender.class, sender.confidence, JSON.stringify(sender.reasons), JSON.stringify(sender.evidence), sender.origin,
  ]);
  await insertMany(tables(tx), {
    table: 'dmarc_sender', rows,
    columns: { domain_no: 'bigint', no: 'bigint', id: 'text', name: 'text', class: 'text', confidence: 'text', reasons: 'text', evidence: 'text', origin: 'text' },
    onConflict: how === 'unlessKnown' ? sql`on conflict do nothing` : sql`on conflict (domain_no, no) do update set name = excluded.name, confidence = excluded.confidence,
      reasons = excluded.reasons, evidence = excluded.evidence, origin = excluded.origin`,
  });
}

const KEYS = {
  dmarc_day: { day: 'integer', trusted: 'integer' },
  dmarc_sender_day: { day: 'integer', trusted: 'integer', sender_no: 'bigint' },
  dmarc_reporter_day: { day: 'integer', trusted: 'integer', organization: 'text' },
  dmarc_sender_week: { week: 'integer', trusted: 'integer', sender_no: 'bigint' },
  dmarc_reporter_week: { week: 'integer', trusted: 'integer', organization: 'text' },
  dmarc_detail_day: { day: 'integer', trusted: 'integer', sender_no: 'bigint', tuple_no: 'bigint' },
} as const;

type OfDomain = Pick<DomainCounts, 'domainNo' | 'rollups'>;

/** Adds what the rollups of the domains have; where something was taken back, rows that count nothing any more are removed. */
export async function addRollups(tx: Db, all: readonly OfDomain[], tookBack: boolean): Promise<void> {
  const rowsOf = (rows: (rollups: Rollups) => BulkRow[]) => all.flatMap(({ domainNo, rollups }) => rows(rollups).map(row => [domainNo, ...row]));
  await addCounts(tx, 'dmarc_day', ['reports', 'bad_records', ...messageCounts], rowsOf(({ day }) => day.rows()));
  await addCounts(tx, 'dmarc_sender_day', messageCounts, rowsOf(({ senderDay }) => senderDay.rows()));
  await addCounts(tx, 'dmarc_reporter_day', ['reports', 'messages', 'passed'], rowsOf(({ reporterDay }) => reporterDay.rows()));
  await addCounts(tx, 'dmarc_sender_week', ['messages', 'passed'], rowsOf(({ senderWeek }) => senderWeek.rows()));
  await addCounts(tx, 'dmarc_reporter_week', ['reports', 'messages', 'passed'], rowsOf(({ reporterWeek }) => reporterWeek.rows()));
  await addCounts(tx, 'dmarc_detail_day', ['messages', 'records'], rowsOf(({ detailDay }) => detailDay.rows()));
  await insertSources(tx, all.flatMap(({ domainNo, rollups }) => Array.from(rollups.sources, ([senderNo, sources]) => ({ domainNo, senderNo, sources }))));
  if (tookBack) for (const { domainNo } of all) await removeEmpty(tx, domainNo);
}

async function removeEmpty(tx: Db, domainNo: number): Promise<void> {
  for (const table of ['dmarc_sender_day', 'dmarc_detail_day'] as const) await tables(tx).deleteFrom(table).where('domain_no', '=', domainNo).where('records', '=', 0).where('messages', '=', 0).execute();
  await tables(tx).deleteFrom('dmarc_sender_week').where('domain_no', '=', domainNo).where('messages', '=', 0).execute();
  for (const table of ['dmarc_day', 'dmarc_reporter_day', 'dmarc_reporter_week'] as const) await tables(tx).deleteFrom(table).where('domain_no', '=', domainNo).where('reports', '=', 0).where('messages', '=', 0).execute();
}

async function addCounts(tx: Db, table: keyof typeof KEYS, counts: readonly string[], rows: readonly BulkRow[]): Promise<void> {
  const key = KEYS[table];
  await insertMany(tables(tx), {
    table,
    columns: { domain_no: 'bigint', ...key, ...Object.fromEntries(counts.map(name => [name, 'bigint' as const])) },
    rows,
    onConflict: sql`on conflict (${sql.join(['domain_no', ...Object.keys(key)].map(name => sql.ref(name)))}) do update set ${sql.join(counts.map(name => added(table, name)))}`,
  });
}

function added(table: string, name: string): RawBuilder<unknown> {
  return sql`${sql.ref(name)} = ${sql.ref(`${table}.${name}`)} + ${sql.ref(`excluded.${name}`)}`;
}
