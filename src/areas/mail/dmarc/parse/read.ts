import { AggregateReader } from './aggregate.ts';
import { ByteSource } from './byte-source.ts';
import { gunzip } from './gzip.ts';
import { Budget, defaultLimits, Refusal, type Limits } from './limits.ts';
import { mailParts } from './mail.ts';
import { readMail } from './read-mail.ts';
import type { Heading, RefusalReason, WarningCode } from './shapes.ts';
import { charsetOf, sniff, SNIFF_BYTES } from './sniff.ts';
import { decodeBytes } from './text.ts';
import { readTlsReport } from './tls.ts';
import { base64Decoder, type BodyDecoder } from './transfer-encoding.ts';
import { RecordMemory } from './xml-repeats.ts';
import { unzip } from './zip.ts';
import type { OnReading } from './on-reading.ts';

/** What a reading needs besides the bytes. */
export interface ReadOptions {
  /** The name of the file in refusals and warnings. */
  name: string;
  /** Epoch milliseconds: reports of the future are refused. */
  now: number;
  limits?: Limits;
  /** What is remembered of records from file to file: most of them say what others have said. */
  memory?: RecordMemory;
  /** Whether an aggregate report of which more is to come is read on; asked as soon as its domain is known. Of the file that has one that is not, nothing more is read. */
  wants?: Wants;
}

type Wants = (heading: Heading) => Promise<boolean>;

/** Names and addresses of a reporter and the policy stand within so many bytes. */
const HEAD_BYTES = 64 << 10;

type Bytes = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/**
 * Tells `onReading` everything that the reports in `source` say: XML, JSON, gzip, zip, mails and mailboxes, in one another and
 * whatever they are called. Total: any bytes end in readings, at least one of them a report or a refusal; only errors of `source`
 * and of `onReading` are thrown. Memory does not grow with the size of the input.
 */
export async function readReports(source: Bytes, { name, now, limits = defaultLimits, memory = new RecordMemory(), wants }: ReadOptions, onReading: OnReading): Promise<void> {
  const budget = new Budget(limits);
  const iterator = Symbol.asyncIterator in source ? source[Symbol.asyncIterator]() : source[Symbol.iterator]();
  const bytes = new ByteSource(async () => {
    const { done, value } = await iterator.next();
    if (done) return null;
    budget.read(value.length);
    return Buffer.from(value.buffer, value.byteOffset, value.length);
  });
  const reader = new FileReader(budget, { now, memory, wants: wants ?? null }, onReading);
  try {
    await reader.part(bytes, name, 0);
  } finally {
    await iterator.return?.();
  }
  for (const code of [...reader.warnings].sort()) await onReading({ event: 'warning', code });
}

/** Reads one file; the methods follow its containers inwards. */
class FileReader {
  readonly warnings = new Set<WarningCode>();
  readonly #budget: Budget;
  readonly #now: number;
  readonly #memory: RecordMemory;
  readonly #wants: Wants | null;
  readonly #tell: OnReading;
  readonly #warn = (code: WarningCode): void => { this.warnings.add(code); };

  constructor(budget: Budget, { now, memory, wants }: { now: number; memory: RecordMemory; wants: Wants | null }, tell: OnReading) {
    this.#budget = budget;
    this.#now = now;
    this.#memory = memory;
    this.#wants = wants;
    this.#tell = tell;
  }

  /** One part, whose refusal is reported; a refusal of the whole file ends everything. */
  async part(bytes: ByteSource, part: string, depth: number): Promise<void> {
    const reason = await this.#attempt(bytes, part, depth);
    if (reason !== null) await this.#tell({ event: 'refused', part, reason });
  }

  /** As `part`, with the refusal as its result. */
  async #attempt(bytes: ByteSource, part: string, depth: number): Promise<RefusalReason | null> {
    try {
      await this.#read(bytes, part, depth);
      return null;
    } catch (error) {
      if (!(error instanceof Refusal) || (error.wholeFile && depth > 0)) throw error;
      return error.reason;
    }
  }

  async #read(bytes: ByteSource, part: string, depth: number): Promise<void> {
    if (depth > this.#budget.limits.maxDepth) throw new Refusal('too_deep');
    const kind = sniff(await bytes.peek(SNIFF_BYTES));
    if (kind === 'gzip') return this.#gzip(bytes, part, depth);
    if (kind === 'zip') return this.#zip(bytes, part, depth);
    if (kind === 'base64') return this.#base64(bytes, part, depth);
    if (kind === 'xml') return this.#xml(await inUtf8(bytes), part);
    if (kind === 'json') return this.#json(await inUtf8(bytes), part);
    if (kind === 'mail' || kind === 'mailbox') return this.#mail(bytes, part, depth, kind === 'mailbox');
    throw new Refusal(kind.refused);
  }

  async #gzip(bytes: ByteSource, part: string, depth: number): Promise<void> {
    try {
      await this.#read(gunzip(bytes, this.#budget, this.#warn), part, depth + 1);
    } catch (error) {
      const nothingCame = error instanceof Refusal && error.reason === 'empty' && this.warnings.has('container_damaged');
      throw nothingCame ? new Refusal('damaged') : error;
    }
  }

  async #zip(bytes: ByteSource, part: string, depth: number): Promise<void> {
    let files = 0;
    for await (const file of unzip(bytes, this.#budget, this.#warn)) {
      files++;
      await this.part(file.bytes, `${part} > ${file.name}`, depth + 1);
    }
    if (files === 0) throw new Refusal(this.warnings.has('container_damaged') ? 'damaged' : 'no_report');
  }

  async #base64(bytes: ByteSource, part: string, depth: number): Promise<void> {
    this.#warn('base64_text');
    await this.#read(decoded(bytes, base64Decoder()), part, depth + 1);
  }

  async #xml(bytes: ByteSource, part: string): Promise<void> {
    const reader = new AggregateReader({ part, now: this.#now, maxRecords: this.#budget.limits.maxRecords, memory: this.#memory });
    let asked = '';
    for (let chunk = await bytes.chunk(); chunk !== null; chunk = await bytes.chunk()) {
      // Where it is asked for, the head is read first, however much was inflated at once.
      const isHead = this.#wants !== null && asked === '' && chunk.length > HEAD_BYTES;
      if (isHead) bytes.unread(chunk.subarray(HEAD_BYTES));
      const readings = reader.push(isHead ? chunk.subarray(0, HEAD_BYTES) : chunk);
      const { heading } = reader;
      if (this.#wants !== null && heading !== null && heading.domain !== asked) {
        asked = heading.domain;
        if (!await this.#wants(heading)) return this.#tell({ event: 'unwanted', heading });
      }
      for (const reading of readings) await this.#tell(reading);
    }
    for (const reading of reader.finish()) await this.#tell(reading);
  }

  async #json(bytes: ByteSource, part: string): Promise<void> {
    const { maxJsonBytes } = this.#budget.limits;
    const all = await bytes.take(maxJsonBytes + 1);
    if (all.length > maxJsonBytes) throw new Refusal('too_large');
    const end = all.findLastIndex(byte => byte !== 0) + 1;
    const report = readTlsReport(decodeBytes(all.toString('latin1', 0, end), null, this.#warn), part, this.#now);
    if (typeof report === 'string') throw new Refusal(report);
    await this.#tell({ event: 'report', report });
  }

  async #mail(bytes: ByteSource, part: string, depth: number, mailbox: boolean): Promise<void> {
    const attempt = (inner: ByteSource, innerPart: string) => this.#attempt(inner, innerPart, depth + 1);
    await readMail(mailParts(bytes, this.#budget, mailbox), { part, now: this.#now, attempt, tell: this.#tell });
  }
}

/** The bytes in UTF-8 where they are in UTF-16. */
async function inUtf8(bytes: ByteSource): Promise<ByteSource> {
  const charset = charsetOf(await bytes.peek(4));
  if (charset === null) return bytes;
  const decoder = new TextDecoder(charset);
  return decoded(bytes, { push: chunk => Buffer.from(decoder.decode(chunk, { stream: true })), end: () => Buffer.from(decoder.decode()) });
}

function decoded(bytes: ByteSource, decoder: BodyDecoder): ByteSource {
  let ended = false;
  return new ByteSource(async () => {
    if (ended) return null;
    const chunk = await bytes.chunk();
    ended = chunk === null;
    return chunk === null ? decoder.end() : decoder.push(chunk);
  });
}
