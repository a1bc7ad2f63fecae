import { setImmediate as otherWork } from 'node:timers/promises';
import { z } from 'zod';
import { defineJob } from '../../../job.ts';
import type { Db, Job, NewJob } from '../../../../store/index.ts';
import { readReports } from '../parse/read.ts';
import type { RefusalReason, WarningCode } from '../parse/shapes.ts';
import { keepReports } from '../store/keep.ts';
import { ReportCollector } from '../store/collect-report.ts';
import type { Collected, KeepOutcome } from '../store/shapes.ts';
import type { SpoolServices } from './services.ts';
import type { MessageRow, MessageState } from './message.ts';
import { senderOf } from './report-sender.ts';
import { blobOf, endParsing, findMessage, waitingMessages, type Parsed } from './store.ts';

const Payload = z.object({ message: z.string() });
const parseJob = defineJob('dmarcParse', Payload);
const PIECE_BYTES = 64 * 1024;
/** Messages that share a transaction: most are so small that it costs more than they do. */
export const MESSAGES_AT_ONCE = 512;
const BYTES_AT_ONCE = 1024 * 1024;
const ROWS_AT_ONCE = 20_000;

/** The job that parses a message. */
export function parseJobOf(message: string): NewJob {
  return parseJob({ message }, { dedupeKey: message });
}

/**
 * Parses a message from the spool, with others of the account that wait, and keeps their reports: all of them, and the states of the
 * messages, in the one transaction that ends the jobs. So it can be killed and done again at any moment. What is done again is done
 * alone, so that a message which fails takes no others along for long.
 */
export const parseMessage = parseJob.handledBy<SpoolServices>(async ({ accountId, payload, attempts, services, signal }) => {
  const row = await findMessage(services.db, accountId, payload.message);
  if (!row) return;
  const others = attempts === 1 ? await takeOthers(services, row) : [];
  const first: ReadMessage = { row, ...await readSpooled(services, row, signal) };
  const more: (ReadMessage & { job: Job })[] = [];
  let rows = rowsOf(first);
  for (const { job, row: other } of others) {
    // What does not fit any more stays as it is, and is somebody's when the lease ends.
    if (rows > ROWS_AT_ONCE) break;
    const read = { row: other, job, ...await readSpooled(services, other, signal) };
    rows += rowsOf(read);
    more.push(read);
  }
  return {
    change: async tx => {
      const still = new Set(more.length === 0 ? [] : (await services.queue.finishThese(tx, more.map(({ job }) => job))).map(({ id }) => id));
      await keepAll(tx, services, accountId, [first, ...more.filter(({ job }) => still.has(job.id))]);
    },
  };
});

/** Messages of the account that wait besides this one, with their jobs. */
async function takeOthers({ db, queue, clock }: SpoolServices, { id, account_id, bytes }: MessageRow): Promise<{ job: Job; row: MessageRow }[]> {
  let budget = BYTES_AT_ONCE - bytes;
  const waiting = budget <= 0 ? [] : (await waitingMessages(db, account_id, clock.now(), MESSAGES_AT_ONCE)).filter(row => row.id !== id && (budget -= row.bytes) >= 0);
  if (waiting.length === 0) return [];
  const jobs = await queue.takeThese(parseJob.kind, waiting.map(row => row.id));
  const rows = new Map(waiting.map(row => [row.id, row]));
  return jobs.map(job => ({ job, row: rows.get((job.payload as z.infer<typeof Payload>).message)! }));
}

/** What a message holds. */
interface Read {
  reports: Collected[];
  refusals: (RefusalReason | 'content_lost' | 'too_varied')[];
  warnings: Set<WarningCode>;
}

interface ReadMessage extends Read {
  row: MessageRow;
}

function rowsOf({ reports }: Read): number {
  return reports.reduce((sum, report) => sum + (report.kind === 'aggregate' ? report.rows.length : 1), 0);
}

async function readSpooled({ db, spool, memory }: SpoolServices, { sha256, received_at: now, name }: MessageRow, signal: AbortSignal): Promise<Read> {
  const read: Read = { reports: [], refusals: [], warnings: new Set() };
  const blob = await blobOf(db, sha256);
  const bytes = blob === null ? null : await spool.get(blob);
  if (bytes === null) return { ...read, refusals: ['content_lost'] };
  const collector = new ReportCollector();
  await readReports(inPieces(bytes, signal), { name: name ?? 'message', now, memory }, reading => {
    const report = collector.add(reading);
    if (report === 'too_varied') read.refusals.push(report);
    else if (report) read.reports.push(report);
    if (reading.event === 'refused') read.refusals.push(reading.reason);
    if (reading.event === 'warning') read.warnings.add(reading.code);
    if (reading.event === 'report') for (const code of reading.report.warnings) read.warnings.add(code);
  });
  return read;
}

/** Other work gets its turn after each piece: a report may take seconds. */
async function* inPieces(bytes: Uint8Array, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    signal.throwIfAborted();
    yield bytes.subarray(at, at + PIECE_BYTES);
    await otherWork();
  }
}

async function keepAll(tx: Db, services: SpoolServices, accountId: string, messages: readonly ReadMessage[]): Promise<void> {
  const reports = messages.flatMap(({ row, reports }) => reports.map(reading => ({ message: row.id, reading, receivedAt: row.received_at, authenticated: senderOf(reading.report, row) })));
  const outcomes = await keepReports(tx, services, accountId, reports);
  let at = 0;
  await endParsing(tx, messages.map(({ row: { id }, ...read }) => (
    { id, ...resultOf(read, outcomes.slice(at, at += read.reports.length)), parsed_at: services.clock.now() })));
}

/** What a message came to. */
function resultOf({ reports, refusals, warnings }: Read, outcomes: readonly KeepOutcome[]): Omit<Parsed, 'parsed_at'> {
  const count = (...wanted: KeepOutcome[]) => outcomes.filter(outcome => wanted.includes(outcome)).length;
  const [kept, held, duplicates, full] = [count('kept', 'superseded'), count('held'), count('duplicate', 'late'), count('refused')];
  const sum = (of: 'records' | 'badRecords') => reports.reduce((total, { report }) => total + report[of], 0);
  const codes = refusals.length > 0 && reports.length > 0 ? [...warnings, 'part_refused' as const] : [...warnings];
  return {
    ...statusOf({ kept, held, duplicates, full }, outcomes, refusals[0] ?? null), kept, held, duplicates, refused: refusals.length + full,
    records: sum('records'), bad_records: sum('badRecords'), warnings: JSON.stringify([...new Set(codes)].toSorted()),
  };
}

function statusOf(
  { kept, held, duplicates, full }: Record<'kept' | 'held' | 'duplicates' | 'full', number>, outcomes: readonly KeepOutcome[], refusal: string | null,
): { state: MessageState; reason: string | null } {
  if (kept > 0) return { state: 'parsed', reason: null };
  if (held > 0) return { state: 'held', reason: 'ownership_not_proved' };
  if (duplicates > 0) return { state: 'duplicate', reason: outcomes.includes('duplicate') ? 'same_report' : 'older_version' };
  return { state: 'refused', reason: full > 0 ? 'holding_area_full' : refusal };
}
