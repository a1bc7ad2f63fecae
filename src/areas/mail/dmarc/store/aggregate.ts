import { setImmediate as otherWork } from 'node:timers/promises';
import { sql, type RawBuilder } from 'kysely';
import { insertMany, oneOf, type BulkRow, type Db } from '../../../../store/index.ts';
import { sharesOf } from './days.ts';
import type { DmarcDomain } from './domain-row.ts';
import { deleteFacts, factPartsOf, insertFacts, type Fact, type ReportFacts } from './facts.ts';
import type { ReportRow } from './report-row.ts';
import { lookupSenders } from './lookups.ts';
import { nameLater, Volumes, wantHosts } from './wanted-hosts.ts';
import { Naming, type NumberedSender } from './naming.ts';
import { addSources, Details, messageCounts, Rollups, type TupleFlags, type Weight } from './rollups.ts';
import { Pairs } from './pairs.ts';
import type { Collected, CollectedRow, CollectedTuple, KeepMeans, Tuple } from './shapes.ts';
import { insertSources } from './sources.ts';
import { tables } from '../tables.ts';

/** An aggregate report to be counted under a number, in the place of the version before where there is one. */
export interface AggregateToKeep {
  domain: DmarcDomain;
  reading: Extract<Collected, { kind: 'aggregate' }>;
  /** The number of the report, and that of this version of it. */
  reportNo: number;
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
  /** Addresses whose host names are looked up now, and the reports that are named again then. */
  wanted: string[];
  unnamed: number[];
  /** Whether hosts of the SPF record are still to be asked for. */
  spfOpen: boolean;
}

/** Keeps the records of reports as facts and counts them in every rollup; what the versions before have counted is taken back. */
export async function keepAggregates(tx: Db, means: KeepMeans, accountId: string, reports: readonly AggregateToKeep[]): Promise<void> {
  const all: DomainCounts[] = [];
  for (const [domain, ofDomain] of Map.groupBy(reports, report => report.domain)) all.push(await countDomain(tx, means, domain, ofDomain));
  for (const { domainNo, tuples } of all) await keepTuples(tx, domainNo, tuples);
  await keepSenders(tx, all.flatMap(({ domainNo, unprovenSenders }) => unprovenSenders.map(sender => ({ domainNo, ...sender }))), 'unlessKnown');
  await keepSenders(tx, all.flatMap(({ domainNo, senders }) => senders.map(sender => ({ domainNo, ...sender }))));
  await insertFacts(tx, all.flatMap(({ facts }) => facts));
  await addRollups(tx, all, reports.some(({ before }) => before !== null));
  for (const { domainNo, wanted, unnamed, spfOpen } of all) await nameLater(tx, means, accountId, { domainNo, wanted, spfOpen, reports: unnamed });
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
  const [proven, unproven] = [lookups, lookups].map(known => new Used(new Naming(domain.name, tuples.map(({ tuple }) => tuple), known), tuples)) as [Used, Used];
  const [rollups, facts] = [new Rollups(), [] as ReportFacts[]];
  for (const { report, rows, indexes, no, before, trusted } of placed) {
    if (before) {
      await takeBack(tx, rollups, before);
      await deleteFacts(tx, domain.no, before.facts_no);
    }
    const [used, shares] = [trusted ? proven : unproven, sharesOf(report.beginAt, report.endAt)];
    const own = used.factsOf(rows, row => indexes[row.tuple]!, new Pairs(shares.length));
    rollups.count({ facts: own, flagsOf: used.flagsOf, shares, trusted, organization: report.organization ?? '', badRecords: report.badRecords }, 1);
    facts.push({ domainNo: domain.no, factsNo: no, beginAt: report.beginAt, facts: own });
  }
  const [{ newKey }, { spfOpen }] = [proven.naming, lookups];
  const unknown = new Set(proven.naming.unknown);
  const volumes = new Volumes();
  // What does not count leads to no question.
  const counted = placed.filter(({ trusted }) => trusted);
  for (const { rows } of counted) for (const { ip, messages } of rows) if (unknown.has(ip)) volumes.add(ip, messages);
  const wanted = await wantHosts(tx, means, domain.no, volumes);
  const isWanted = new Set(wanted);
  const unnamed = counted.filter(({ rows }) => newKey || spfOpen || (isWanted.size > 0 && rows.some(({ ip }) => isWanted.has(ip)))).map(({ reportNo }) => reportNo);
  return { domainNo: domain.no, tuples: [...proven.tuples, ...unproven.tuples], senders: proven.senders, unprovenSenders: unproven.senders, facts, rollups, wanted, unnamed, spfOpen };
}

/** What rows were counted under, each once. */
export class Used {
  readonly naming: Naming;
  readonly #given: readonly CollectedTuple[];
  readonly #tuples = new Map<number, CollectedTuple & { flags: TupleFlags }>();
  readonly #senders = new Map<number, NumberedSender>();

  /** By a naming of these tuples. */
  constructor(naming: Naming, tuples: readonly CollectedTuple[]) {
    this.naming = naming;
    this.#given = tuples;
  }

  /** Rows as facts; `indexOf` gives the place of a row's tuple among those of the naming. */
  factsOf(rows: readonly CollectedRow[], indexOf: (row: CollectedRow) => number, pairs: Pairs): Fact[] {
    return rows.map((row): Fact => {
      const index = indexOf(row);
      const { sender, tuple } = pairs.of(this.naming.of(row.ip, index), this.#given[index]!);
      if (!this.#senders.has(sender.no)) this.#senders.set(sender.no, sender);
      if (!this.#tuples.has(tuple.no)) this.#tuples.set(tuple.no, { ...tuple, flags: flagsOf(tuple.tuple) });
      return { ip: row.ip, tuple: tuple.no, sender: sender.no, messages: row.messages, records: row.records };
    });
  }

  readonly flagsOf = (tuple: number): TupleFlags => this.#tuples.get(tuple)!.flags;

  get tuples(): CollectedTuple[] {
    return [...this.#tuples.values()];
  }

  get senders(): NumberedSender[] {
    return [...this.#senders.values()];
  }
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

/** What the facts of a report count as, by its row. */
export function weightOf({ begin_at, end_at, organization, bad_records, uncounted }: Pick<ReportRow, 'begin_at' | 'end_at' | 'organization' | 'bad_records' | 'uncounted'>): Weight {
  return { shares: sharesOf(begin_at, end_at), trusted: uncounted === null, organization: organization ?? '', badRecords: bad_records };
}

/** What a report that was kept has counted, added up. `hear` is given its facts part by part; other work gets its turn after each. */
export async function addedUp(db: Db, { domain_no, facts_no }: ReportRow, hear: (facts: readonly Fact[]) => Promise<void> | void): Promise<Details> {
  const [details, flags] = [new Details(), new Map<number, TupleFlags>()];
  for await (const facts of factPartsOf(db, domain_no, facts_no)) {
    const unknown = facts.map(({ tuple }) => tuple).filter(tuple => !flags.has(tuple));
    for (const [no, tuple] of await tuplesOf(db, domain_no, unknown)) flags.set(no, flagsOf(tuple));
    details.add(facts, tuple => flags.get(tuple)!);
    await hear(facts);
  }
  return details;
}

/** Takes back what a report that was kept has counted, and gives it. */
export async function takeBack(tx: Db, rollups: Rollups, report: ReportRow): Promise<Details> {
  const weight = weightOf(report);
  const details = await addedUp(tx, report, facts => {
    if (weight.trusted) addSources(rollups.sources, facts, weight.shares, -1);
  });
  rollups.sum(details, weight, -1);
  return details;
}

const TUPLES_A_READ = 500;

/** The tuples of these numbers; other work gets its turn after some hundred. */
export async function tuplesOf(db: Db, domainNo: number, numbers: readonly number[]): Promise<[number, Tuple][]> {
  const [wanted, found]: [number[], [number, Tuple][]] = [[...new Set(numbers)], []];
  for (let from = 0; from < wanted.length; from += TUPLES_A_READ) {
    const rows = await tables(db).selectFrom('dmarc_tuple').select(['no', 'content']).where('domain_no', '=', domainNo).where(oneOf(tables(db), 'no', 'bigint', wanted.slice(from, from + TUPLES_A_READ))).execute();
    for (const { no, content } of rows) found.push([no, JSON.parse(content) as Tuple]);
    if (wanted.length > TUPLES_A_READ) await otherWork();
  }
  return found;
}

/** Most are known: their numbers are asked for, and only the others are sent. */
export async function keepTuples(tx: Db, domainNo: number, tuples: readonly CollectedTuple[]): Promise<void> {
  const known = await tables(tx).selectFrom('dmarc_tuple').select('no').where('domain_no', '=', domainNo).where(oneOf(tables(tx), 'no', 'bigint', tuples.map(({ no }) => no))).execute();
  const numbers = new Set(known.map(({ no }) => no));
  await insertMany(tables(tx), {
    table: 'dmarc_tuple', columns: { domain_no: 'bigint', no: 'bigint', content: 'text' },
    rows: tuples.filter(({ no }) => !numbers.has(no)).map(({ no, content }) => [domainNo, no, content]), onConflict: sql`on conflict do nothing`,
  });
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

/** Other work gets its turn after so many. */
const COUNTS_A_STATEMENT = 500;

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
  for (let from = 0; from < rows.length; from += COUNTS_A_STATEMENT) {
    await insertMany(tables(tx), {
      table,
      columns: { domain_no: 'bigint', ...key, ...Object.fromEntries(counts.map(name => [name, 'bigint' as const])) },
      rows: rows.slice(from, from + COUNTS_A_STATEMENT),
      onConflict: sql`on conflict (${sql.join(['domain_no', ...Object.keys(key)].map(name => sql.ref(name)))}) do update set ${sql.join(counts.map(name => added(table, name)))}`,
    });
    if (rows.length > COUNTS_A_STATEMENT) await otherWork();
  }
}

function added(table: string, name: string): RawBuilder<unknown> {
  return sql`${sql.ref(name)} = ${sql.ref(`${table}.${name}`)} + ${sql.ref(`excluded.${name}`)}`;
}
