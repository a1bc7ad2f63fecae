import type { Db, Job } from '../../../../store/index.ts';
import { ownedBy } from '../../../domains/ownership/index.ts';
import type { Report, WarningCode } from '../parse/shapes.ts';
import type { MessageEnd, Said } from '../reading/shapes.ts';
import { forgetHeld, holdReports, provenMessages } from '../store/held.ts';
import { keepReports } from '../store/keep.ts';
import { beginLarge, LargeToKeep } from '../store/keep-large.ts';
import type { Collected, KeepOutcome, ToKeep } from '../store/shapes.ts';
import { SLICE_ROWS } from '../store/slices.ts';
import type { MessageRow, MessageState } from './message.ts';
import { parseJobOf } from './parse-kind.ts';
import { poolOfRows, type AccountQuotas, type OverQuota, type QuotaPool } from './quota.ts';
import { senderOf } from './report-sender.ts';
import type { SpoolServices } from './services.ts';
import { blobOf, endParsing, type Parsed } from './store.ts';

/** Whose records are read before the jobs of their messages end: others take them over when that takes long. */
const ROWS_AT_ONCE = 20_000;

type Refused = MessageEnd['refusals'][number] | 'content_lost' | 'reading_failed';

/** A message that is being read, or was, and what became of its reports. */
interface ReadMessage {
  row: MessageRow;
  /** With which it ends; null for the one of the worker. */
  job: Job | null;
  outcomes: KeepOutcome[];
  records: number;
  badRecords: number;
  refusals: Refused[];
  warnings: WarningCode[];
  unwanted: MessageEnd['unwanted'];
}

/** Reports that wait to be kept together, in a short transaction. */
interface Waiting {
  of: ReadMessage;
  toKeep: ToKeep;
}

/** Reads messages of one account and keeps their reports as they come. */
export class Reading {
  readonly #services: SpoolServices;
  readonly #accountId: string;
  readonly #quotas: AccountQuotas;
  readonly #full = new Map<QuotaPool, OverQuota | null>();
  readonly #signal: AbortSignal;
  readonly #messages: ReadMessage[] = [];
  readonly #owned = new Map<string, boolean>();
  #waiting: Waiting[] = [];
  #rows = 0;
  /** Of all messages, in records. */
  #read = 0;

  constructor(services: SpoolServices, accountId: string, quotas: AccountQuotas, signal: AbortSignal) {
    this.#services = services;
    this.#accountId = accountId;
    this.#quotas = quotas;
    this.#signal = signal;
  }

  /** Whether so much was read that its jobs should end. */
  get isFull(): boolean {
    return this.#read > ROWS_AT_ONCE;
  }

  /** The quota of rows that a message would use, where it was used up when it was first asked for. */
  async fullFor(row: MessageRow): Promise<OverQuota | null> {
    const pool = poolOfRows(row);
    if (!this.#full.has(pool)) this.#full.set(pool, await this.#quotas.fullRows(pool, this.#services.clock.now()));
    return this.#full.get(pool)!;
  }

  /** Reads a message from the spool; `job` is what ends with it. Throws `ReadingFailed`. */
  async read(row: MessageRow, job: Job | null = null): Promise<void> {
    const { db, spool, reportReader, store } = this.#services;
    const message: ReadMessage = { row, job, outcomes: [], records: 0, badRecords: 0, refusals: [], warnings: [], unwanted: [] };
    await forgetHeld(store.db, this.#accountId, row.id);
    const blob = await blobOf(db, row.sha256);
    const bytes = blob === null ? null : await spool.get(blob);
    if (bytes === null) message.refusals.push('content_lost');
    else Object.assign(message, await this.#hear(message, bytes, reportReader));
    this.#messages.push(message);
  }

  /** Ends a message whose reading has failed; what was kept of it before stays. */
  giveUp(row: MessageRow): void {
    this.#messages.push({ row, job: null, outcomes: [], records: 0, badRecords: 0, refusals: ['reading_failed'], warnings: [], unwanted: [] });
  }

  /** Keeps what waits, and sets the states of the messages whose jobs end. */
  async end(tx: Db, isEnding: (job: Job | null) => boolean): Promise<void> {
    const ending = this.#messages.filter(({ job }) => isEnding(job));
    await this.#keep(tx, this.#waiting.filter(({ of }) => ending.includes(of)));
    const unwanted = ending.flatMap(of => of.unwanted.map(heading => ({ of, heading })));
    const held = await holdReports(tx, this.#accountId, unwanted.map(({ of, heading }) => ({ ...heading, message: of.row.id })), this.#services.clock.now());
    for (const [at, { of }] of unwanted.entries()) of.outcomes.push(held[at]!);
    const waiting = ending.filter(({ outcomes }) => outcomes.includes('held')).map(({ row }) => row.id);
    // A proof that came since they were held has found them still being read.
    const proven = new Set(waiting.length === 0 ? [] : await provenMessages(tx, this.#accountId, this.#services.clock.now(), waiting));
    const again = ending.filter(({ row, outcomes }) => outcomes.includes('again') || proven.has(row.id));
    await this.#services.queue.add(tx, this.#accountId, again.map(({ row }) => parseJobOf(row.id)));
    await endParsing(tx, ending.filter(message => !again.includes(message)).map(message => ({ id: message.row.id, ...resultOf(message), parsed_at: this.#services.clock.now() })));
  }

  async #hear(message: ReadMessage, bytes: Uint8Array, { read }: SpoolServices['reportReader']): Promise<MessageEnd> {
    const { row } = message;
    let large: LargeToKeep | null = null;
    const hear = async (said: Said): Promise<boolean> => {
      switch (said.says) {
        case 'wants': return this.#owns(said.domain);
        case 'report':
          this.#count(message, said.reading.report);
          await this.#wait({ of: message, toKeep: this.#toKeep(row, said.reading) });
          return true;
        case 'large': {
          this.#count(message, said.report);
          const begun = await beginLarge(this.#services, this.#accountId, this.#toKeep(row, { kind: 'aggregate', report: said.report, contentHash: said.contentHash, tuples: [], rows: [] }));
          if (begun instanceof LargeToKeep) large = begun;
          else message.outcomes.push(begun);
          return large !== null;
        }
        case 'slice':
          await large!.add(said.slice);
          return true;
        case 'whole':
          message.outcomes.push(await large!.keep((tx, rows) => this.#countRows(tx, poolOfRows(row), rows)));
          large = null;
          return true;
      }
    };
    try {
      return await read({ bytes, name: row.name ?? 'message', now: row.received_at }, hear, this.#signal);
    } finally {
      // What is left of it would be swept a day later.
      await (large as LargeToKeep | null)?.drop();
    }
  }

  async #owns(domain: string): Promise<boolean> {
    const { db, clock } = this.#services;
    const owned = this.#owned.get(domain) ?? await ownedBy(db, this.#accountId, domain, clock.now()) !== null;
    this.#owned.set(domain, owned);
    return owned;
  }

  #toKeep(row: MessageRow, reading: Collected): ToKeep {
    return { message: row.id, reading, receivedAt: row.received_at, authenticated: senderOf(reading.report, row) };
  }

  #count(message: ReadMessage, { records, badRecords }: Report): void {
    message.records += records;
    message.badRecords += badRecords;
    this.#read += records;
  }

  /** Has a report wait for those with which it is kept. */
  async #wait(waiting: Waiting): Promise<void> {
    const rows = rowsOf(waiting);
    if (this.#rows + rows > SLICE_ROWS && this.#waiting.length > 0) {
      const before = this.#waiting;
      [this.#waiting, this.#rows] = [[], 0];
      await this.#services.store.transaction(tx => this.#keep(tx, before));
    }
    this.#waiting.push(waiting);
    this.#rows += rows;
  }

  async #keep(tx: Db, waiting: readonly Waiting[]): Promise<void> {
    const outcomes = await keepReports(tx, this.#services, this.#accountId, waiting.map(({ toKeep }) => toKeep));
    for (const [at, { of }] of waiting.entries()) of.outcomes.push(outcomes[at]!);
    const stored = waiting.filter((_, at) => outcomes[at] === 'kept' || outcomes[at] === 'superseded');
    for (const [pool, reports] of Map.groupBy(stored, ({ of }) => poolOfRows(of.row))) await this.#countRows(tx, pool, reports.reduce((rows, one) => rows + rowsOf(one), 0));
  }

  #countRows(tx: Db, pool: QuotaPool, rows: number): Promise<void> {
    return this.#quotas.countRows(tx, pool, rows, this.#services.clock.now());
  }
}

function rowsOf({ toKeep: { reading } }: Waiting): number {
  return reading.kind === 'aggregate' ? reading.rows.length : 1;
}

/** What a message came to. */
function resultOf({ outcomes, refusals, warnings, records, badRecords }: ReadMessage): Omit<Parsed, 'parsed_at'> {
  const count = (...wanted: KeepOutcome[]) => outcomes.filter(outcome => wanted.includes(outcome)).length;
  const [kept, held, duplicates, full] = [count('kept', 'superseded'), count('held'), count('duplicate', 'late'), count('refused')];
  const codes = refusals.length > 0 && outcomes.length > 0 ? [...warnings, 'part_refused' as const] : [...warnings];
  return {
    ...statusOf({ kept, held, duplicates, full }, outcomes, refusals[0] ?? null), kept, held, duplicates, refused: refusals.length + full,
    records, bad_records: badRecords, warnings: JSON.stringify([...new Set(codes)].toSorted()),
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
