// What reports cost to keep, and how fast their rollups answer.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { readReports } from '../src/areas/mail/dmarc/parse/read.ts';
import { RecordMemory } from '../src/areas/mail/dmarc/parse/xml-repeats.ts';
import { keepHosts } from '../src/areas/mail/dmarc/senders/host-names.ts';
import { ReportCollector } from '../src/areas/mail/dmarc/store/collect-report.ts';
import { dayOf, isoDay, startOfDay, weekOf } from '../src/areas/mail/dmarc/store/days.ts';
import { keepReports } from '../src/areas/mail/dmarc/store/keep.ts';
import { messageCounts } from '../src/areas/mail/dmarc/store/rollups.ts';
import { MESSAGES_AT_ONCE } from '../src/areas/mail/dmarc/spool/parse-job.ts';
import type { Collected, KeepMeans, ToKeep } from '../src/areas/mail/dmarc/store/shapes.ts';
import { packed } from '../src/areas/mail/dmarc/store/sources.ts';
import { addAccount } from '../src/areas/mail/dmarc/store/store.sample.ts';
import { showSummary } from '../src/areas/mail/dmarc/answers/summary.ts';
import { insertMany, type BulkRow, type Store } from '../src/store/index.ts';
import { makePostgresql, makeSqlite, testClock, type TestClock, type TestDatabase } from '../test/databases.ts';
import { createIpData } from '../src/wire/ip-data.ts';
import { writeInputs } from './dmarc-inputs.ts';
import { readWithParsedmarc } from './parsedmarc.ts';
import { allTables, type AllTables } from '../test/tables.ts';

/** Of the size that the goals are stated for: 50 million records on PostgreSQL, 5 million on SQLite. */
const FULL = process.env['DSS_BENCH_RECORDS'] === 'full';
const RECORDS = { PostgreSQL: FULL ? 50_000_000 : 5_000_000, SQLite: FULL ? 5_000_000 : 1_000_000 };
const GOAL_MS = { PostgreSQL: 50, SQLite: 150 };
const RECORDS_A_DOMAIN = 1_000_000;
const [DAYS, SENDERS, TUPLES_EACH, REPORTERS, ADDRESSES_EACH] = [90, 20, 5, 15, 100];
const CALLS = 100;
const ACCOUNT = 'acc_bench';
/** Records a processor second of parsedmarc 10.4.3 parsing alone, measured elsewhere: for where it is not installed. */
const PARSEDMARC = 6400;
const GOAL_TIMES = 8;
const ROUNDS = 9;
const NOW = Date.UTC(2026, 0, 15, 12);

/** Prints how long the summary takes over 90 days, and how many records a processor second is kept, with the database server counted in. */
export async function bench(): Promise<void> {
  for (const [name, make] of [['SQLite', () => Promise.resolve(makeSqlite())], ['PostgreSQL', () => makePostgresql()]] as const) {
    const database = await make();
    try {
      await summaries(name, database);
    } finally {
      await database.remove();
    }
  }
  const folder = mkdtempSync(join(tmpdir(), 'dss-bench-'));
  try {
    writeInputs(folder);
    const large = await compare('one report of 100,000 records', folder, [join(folder, 'large.xml')]);
    const small = await compare('2,000 small reports', folder, readdirSync(join(folder, 'small')).map(name => join(folder, 'small', name)));
    tell('both together', [large, small]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function summaries(name: 'SQLite' | 'PostgreSQL', database: TestDatabase): Promise<void> {
  const clock = testClock(NOW);
  const store = await database.open(clock);
  const domains = Array.from({ length: RECORDS[name] / RECORDS_A_DOMAIN }, (_, at) => `domain-${at}.example`);
  await addAccount(store.db, ACCOUNT, { proven: domains }, NOW);
  for (const [at, domain] of domains.entries()) await fill(store, domain, at + 1);
  await sql`analyze`.execute(allTables(store.db));
  const period = { from: isoDay(dayOf(NOW) - DAYS + 1), to: isoDay(dayOf(NOW)) };
  for (const [says, input] of [['one domain', { domain: domains[0]! }], ['all domains', {}]] as const) {
    const call = { now: NOW, caller: { kind: 'session', account: { id: ACCOUNT } }, owned: 'domain' in input ? { domain: { name: input.domain, no: 1, id: `dom_${ACCOUNT}_domain-0_example`, heldSince: null } } : {} };
    const times: number[] = [];
    for (let round = 0; round < CALLS; round++) {
      const startedMs = performance.now();
      const { data } = await showSummary.run(call as never, { db: store.db } as never, { ...input, ...period });
      times.push(performance.now() - startedMs);
      if (data.byDay.length !== DAYS) throw new Error('The summary has not all days.');
    }
    const sorted = times.toSorted((a, b) => a - b);
    const p95 = sorted[Math.floor(CALLS * 0.95)]!;
    const verdict = p95 <= GOAL_MS[name] ? 'met' : 'MISSED';
    console.log(`summary, ${name}, ${RECORDS[name].toLocaleString('en')} records, ${says}: p95 ${p95.toFixed(1)} ms, median ${sorted[CALLS / 2]!.toFixed(1)} ms (goal ${GOAL_MS[name]} ms: ${verdict})`);
  }
}

/** The rollups of a million records of one domain over 90 days. */
async function fill({ db }: Store, name: string, no: number): Promise<void> {
  const today = dayOf(NOW);
  const days = Array.from({ length: DAYS }, (_, at) => today - at);
  await allTables(db).insertInto('dmarc_domain').values({ no, account_id: ACCOUNT, name, domain_id: `dom_${ACCOUNT}_${name.replaceAll('.', '_')}`, held_since: null, last_report: DAYS * REPORTERS, due_at: NOW }).execute();
  const senders = Array.from({ length: SENDERS }, (_, at) => at);
  const classes = ['own', 'known', 'forwarder', 'threat', 'unknown'];
  const text = 'text' as const;
  const into = (table: keyof AllTables, texts: readonly string[], columns: readonly string[], rows: readonly BulkRow[]) =>
    insertMany(allTables(db), { table, columns: Object.fromEntries(['domain_no', ...columns].map(column => [column, texts.includes(column) ? text : 'bigint' as const])), rows: rows.map(row => [no, ...row]) });
  await into('dmarc_sender', ['id', 'name', 'class', 'confidence', 'reasons', 'evidence'], ['no', 'id', 'name', 'class', 'confidence', 'reasons', 'evidence'], senders.map(at => [at, `sender-${at}`, `Sender ${at}`, classes[at % 5]!, 'high', '[]', '[]']));
  const tuple = JSON.stringify({
    headerFrom: name, envelopeFrom: name, envelopeTo: null, disposition: 'none', dkimAligned: true, spfAligned: false, reasons: [], dkim: [{ domain: name, selector: 's1', result: 'pass' }], spf: [{ domain: name, scope: 'mfrom', result: 'fail' }],
  });
  await into('dmarc_tuple', ['content'], ['no', 'content'], senders.flatMap(sender => Array.from({ length: TUPLES_EACH }, (_, at) => [sender * TUPLES_EACH + at, tuple])));
  const each = RECORDS_A_DOMAIN / DAYS / SENDERS;
  const counts = (times: number) => messageCounts.map(count => Math.round(times * (count === 'messages' ? 3 : count === 'rejected' ? 0.1 : 1)));
  await into('dmarc_day', [], ['day', 'trusted', 'reports', 'bad_records', ...messageCounts], days.map(day => [day, 1, REPORTERS, 0, ...counts(each * SENDERS)]));
  await into('dmarc_sender_day', [], ['day', 'trusted', 'sender_no', ...messageCounts], days.flatMap(day => senders.map(sender => [day, 1, sender, ...counts(each)])));
  await into('dmarc_reporter_day', ['organization'], ['day', 'trusted', 'organization', 'reports', 'messages', 'passed'], days.flatMap(day => Array.from({ length: REPORTERS }, (_, at) => [day, 1, `reporter-${at}.example`, 1, 1000, 900])));
  const weeks = [...Map.groupBy(days, weekOf)];
  await into('dmarc_sender_week', [], ['week', 'trusted', 'sender_no', 'messages', 'passed'], weeks.flatMap(([week, of]) => senders.map(sender => [week, 1, sender, ...counts(each * of.length).slice(0, 2)])));
  await into('dmarc_reporter_week', ['organization'], ['week', 'trusted', 'organization', 'reports', 'messages', 'passed'],
    weeks.flatMap(([week, of]) => Array.from({ length: REPORTERS }, (_, at) => [week, 1, `reporter-${at}.example`, of.length, 1000 * of.length, 900 * of.length])));
  await into('dmarc_detail_day', [], ['day', 'trusted', 'sender_no', 'tuple_no', 'messages', 'records'],
    days.flatMap(day => senders.flatMap(sender => Array.from({ length: TUPLES_EACH }, (_, at) => [day, 1, sender, sender * TUPLES_EACH + at, 100, 30]))));
  await into('dmarc_source', ['sources'], ['sender_no', 'tidied', 'addresses', 'oldest', 'sources'], senders.map(sender => (
    [sender, 1, ADDRESSES_EACH, today, packed(Array.from({ length: ADDRESSES_EACH }, (_, at) => [`10.${sender}.${at}.1`, { messages: 1000, firstDay: today - DAYS, lastDay: today }]))])));
  await into('dmarc_report', ['kind', 'key', 'content_hash', 'organization', 'message', 'authenticated', 'policy', 'warnings'],
    ['no', 'kind', 'key', 'content_hash', 'organization', 'begin_at', 'end_at', 'received_at', 'message', 'authenticated', 'policy', 'records', 'messages', 'bad_records', 'warnings', 'versions', 'facts_kept'],
    days.flatMap((day, index) => Array.from({ length: REPORTERS }, (_, at) => {
      const number = index * REPORTERS + at + 1;
      return [number, 'aggregate', `key-${number}`, `hash-${number}`, `reporter-${at}.example`, startOfDay(day), startOfDay(day + 1), startOfDay(day + 1), 'dmm_1', 'spf', '{"p":"none"}', 740, 2200, 0, '[]', 1, 1];
    })));
}

/** Both take turns, so that a busy machine slows both; a worker keeps one report after another, so that only its first round is cold. */
async function compare(says: string, folder: string, files: readonly string[]): Promise<Compared> {
  const [ours, theirs] = [[] as Kept[], [] as number[]];
  for (let round = 0; round < ROUNDS; round++) {
    ours.push(await keep(folder, files));
    const peer = await readWithParsedmarc(files);
    if (peer !== null) theirs.push(peer.cpuMs);
  }
  const middle = ours.toSorted((a, b) => a.oursMs + a.serverMs - b.oursMs - b.serverMs)[ROUNDS >> 1]!;
  const compared = { ...middle, peerMs: theirs.toSorted((a, b) => a - b)[theirs.length >> 1] ?? middle.records / PARSEDMARC * 1000, measured: theirs.length > 0 };
  tell(says, [compared]);
  return compared;
}

function tell(says: string, compared: readonly Compared[]): void {
  const sum = (of: 'records' | 'oursMs' | 'serverMs' | 'peerMs') => compared.reduce((total, one) => total + one[of], 0);
  const [records, oursMs, serverMs, peerMs] = [sum('records'), sum('oursMs'), sum('serverMs'), sum('peerMs')];
  const times = peerMs / (oursMs + serverMs);
  console.log(`keeping, ${says}, median of ${ROUNDS} rounds: ${whole(records / (oursMs + serverMs) * 1000)} records a processor second (${whole(oursMs)} ms ours, ${whole(serverMs)} ms of the server), `
    + `${times.toFixed(1)} x parsedmarc parsing alone (${whole(records / peerMs * 1000)}${compared[0]!.measured ? '' : ', quoted: it is not installed'}; goal ${GOAL_TIMES} x: ${times >= GOAL_TIMES ? 'met' : 'MISSED'})`);
}

function whole(value: number): string {
  return Math.round(value).toLocaleString('en');
}

/** What a round has kept, and the processor time that it took. */
interface Kept {
  records: number;
  oursMs: number;
  serverMs: number;
}

interface Compared extends Kept {
  /** Of parsedmarc, parsing the same. */
  peerMs: number;
  measured: boolean;
}

/** Keeps reports in PostgreSQL, from the bytes of the file on, as many in a transaction as the parse job takes; host names and networks of all addresses are known. */
async function keep(folder: string, files: readonly string[]): Promise<Kept> {
  const database = await makePostgresql();
  try {
    const clock = testClock(NOW);
    const store = await database.open(clock);
    const means = await enriched(store, clock, folder, files);
    const server = await serverOf(store);
    const [ours, theirs] = [process.cpuUsage(), server()];
    const memory = new RecordMemory();
    let records = 0;
    for (let from = 0; from < files.length; from += MESSAGES_AT_ONCE) {
      const reports: ToKeep[] = [];
      for (const message of files.slice(from, from + MESSAGES_AT_ONCE)) {
        for (const reading of await collected(readFileSync(message), memory)) reports.push({ message, reading, receivedAt: NOW, authenticated: 'upload' });
      }
      const outcomes = await store.transaction(tx => keepReports(tx, means, ACCOUNT, reports));
      if (outcomes.some(outcome => outcome !== 'kept')) throw new Error(outcomes.join());
      records += reports.reduce((sum, { reading: { report } }) => sum + report.records, 0);
    }
    const { user, system } = process.cpuUsage(ours);
    return { records, oursMs: (user + system) / 1000, serverMs: server() - theirs };
  } finally {
    await database.remove();
  }
}

async function collected(bytes: Buffer, memory: RecordMemory): Promise<Collected[]> {
  const [collector, reports] = [new ReportCollector(), [] as Collected[]];
  await readReports([bytes], { name: 'report', now: NOW, memory }, reading => {
    const report = collector.add(reading);
    if (report !== null && report !== 'too_varied') reports.push(report);
  });
  return reports;
}

async function enriched(store: Store, clock: TestClock, folder: string, files: readonly string[]): Promise<KeepMeans> {
  const [domains, addresses, memory] = [new Set<string>(), new Set<string>(), new RecordMemory()];
  for (const file of files) {
    for (const reading of await collected(readFileSync(file), memory)) {
      domains.add(reading.report.domain);
      if (reading.kind === 'aggregate') for (const { ip } of reading.rows) addresses.add(ip);
    }
  }
  await addAccount(store.db, ACCOUNT, { proven: [...domains] }, NOW);
  const all = [...addresses];
  for (let from = 0; from < all.length; from += 5000) {
    await keepHosts(store.db, new Map(all.slice(from, from + 5000).map((ip, at) => [ip, { outcome: 'known', host: at % 3 === 0 ? `host-${at % 40}.provider-${at % 7}.example` : null }])), NOW);
  }
  const table = join(folder, 'networks.tsv');
  writeFileSync(table, Array.from({ length: 224 }, (_, at) => `${at}.0.0.0\t${at}.255.255.255\t${64_500 + at % 50}\tDE\tNetwork ${at % 50}`).join('\n'));
  const data = createIpData({ paths: [table], clock });
  await data.refresh();
  return { clock, queue: { add: () => Promise.resolve(0) }, counters: { spend: () => Promise.resolve({ spent: true, used: 0 }) }, networkOf: ip => data.networkOf(ip) };
}

/** The processor time of the server so far, all of its processes together, in milliseconds. */
async function serverOf(store: Store): Promise<() => number> {
  const { rows: [backend] } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(allTables(store.db));
  const stat = (pid: number | string): string[] => readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /s, '').split(' ');
  const parent = Number(stat(backend!.pid)[1]);
  const TICKS_MS = 10;
  return () => {
    const children = readdirSync('/proc').filter(name => /^\d+$/.test(name)).flatMap(pid => {
      try {
        const of = stat(pid);
        return Number(of[1]) === parent ? [Number(of[11]) + Number(of[12])] : [];
      } catch {
        return [];
      }
    });
    const own = stat(parent);
    return (children.reduce((sum, ticks) => sum + ticks, 0) + Number(own[11]) + Number(own[12]) + Number(own[13]) + Number(own[14])) * TICKS_MS;
  };
}
