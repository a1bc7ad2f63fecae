import { ByteSource } from './byte-source.ts';
import { Refusal, type Budget } from './limits.ts';
import { parameterized, parseHeaders, type Headers } from './mail-headers.ts';
import { bodyDecoder, type BodyDecoder } from './transfer-encoding.ts';
import type { Part } from './zip.ts';

const MAX_HEADER_BYTES = 256 << 10;
const MAX_LINE_BYTES = 64 << 10;
const PIECE_BYTES = 48 << 10;
const MAX_MULTIPARTS = 8;
const [LF, CR, DASH, CAPITAL_F] = [10, 13, 0x2d, 0x46];

/** One leaf of a mail: its decoded body and what it says of itself. */
export interface MailPart extends Part {
  headers: Headers;
  type: string;
  /** Of the mail that it is a part of. */
  mail: Headers;
}

/**
 * The leaves of a mail in their order (RFC 2046); attached mails are leaves, too. Each must be read or left before the next is
 * asked for. In a `mailbox` several mails stand one after the other, each behind a line `From …` (RFC 4155).
 */
export async function* mailParts(source: ByteSource, budget: Budget, mailbox: boolean): AsyncGenerator<MailPart> {
  const lines = new Lines(source);
  const boundaries: string[] = [];
  for (let mail: Headers | null = null; !lines.ended;) {
    if (mail === null && mailbox) await lines.skip(isFromLine);
    const headers = parseHeaders(await readBlock(lines));
    mail ??= headers;
    budget.part();
    const { value: type, parameters } = parameterized(headers, 'content-type');
    const boundary = type.startsWith('multipart/') ? parameters.get('boundary') : undefined;
    if (boundary !== undefined && boundaries.length >= MAX_MULTIPARTS) throw new Refusal('too_deep');
    if (boundary !== undefined) boundaries.push(boundary);
    let body = new Body(lines, boundaries, mailbox, bodyDecoder(boundary === undefined ? encodingOf(headers) : ''));
    const name = parameterized(headers, 'content-disposition').parameters.get('filename') ?? parameters.get('name') ?? '';
    if (boundary === undefined) yield { headers, type: type || 'text/plain', name, mail, bytes: body.bytes };
    await body.bytes.drain();
    // Between a closing boundary and what comes next lies an epilogue.
    while (body.ended === 'closed') {
      body = new Body(lines, boundaries, mailbox, bodyDecoder(''));
      await body.bytes.drain();
    }
    if (body.ended === 'mail') mail = null;
  }
}

function encodingOf(headers: Headers): string {
  return (headers.get('content-transfer-encoding')?.[0] ?? '').toLowerCase().replace(/[^a-z0-9-].*$/, '');
}

function isFromLine(line: Buffer): boolean {
  return line.toString('latin1', 0, 5) === 'From ';
}

function mayEndBody(first: number | undefined): boolean {
  return first === DASH || first === CAPITAL_F;
}

/** The lines up to an empty one, which is taken, too. */
async function readBlock(lines: Lines): Promise<string> {
  let block = '';
  for (let line = await lines.next(); line !== null && !isBlank(line); line = await lines.next()) {
    if (block.length + line.length > MAX_HEADER_BYTES) throw new Refusal('tag_too_long');
    block += line.toString('latin1');
  }
  return block;
}

function isBlank(line: Buffer): boolean {
  return line[0] === LF || (line[0] === CR && line[1] === LF);
}

/** Whether the last of some lines is empty. */
function endsBlank(run: Buffer): boolean {
  return isBlank(run.subarray(run.lastIndexOf(LF, -2) + 1));
}

/** The decoded body that begins at `lines` and ends with a boundary, the next mail of a mailbox, or the bytes. */
class Body {
  readonly bytes: ByteSource;
  /** What ended it: the boundary before another part, a closing one, the next mail, the end of the bytes; `null` before. */
  ended: 'part' | 'closed' | 'mail' | 'bytes' | null = null;
  readonly #lines: Lines;
  readonly #boundaries: string[];
  readonly #mailbox: boolean;
  #blank = true;

  constructor(lines: Lines, boundaries: string[], mailbox: boolean, decoder: BodyDecoder) {
    this.#lines = lines;
    this.#boundaries = boundaries;
    this.#mailbox = mailbox;
    this.bytes = new ByteSource(async () => {
      if (this.ended !== null) return null;
      const piece = decoder.push(await this.#piece());
      return this.ended === null ? piece : Buffer.concat([piece, decoder.end()]);
    });
  }

  /** Some lines together. */
  async #piece(): Promise<Buffer> {
    const runs: Buffer[] = [];
    for (let size = 0; size < PIECE_BYTES;) {
      const run = await this.#lines.run();
      this.ended = run === null ? 'bytes' : this.#endAt(run);
      if (run === null || this.ended !== null) break;
      this.#blank = endsBlank(run);
      runs.push(run);
      size += run.length;
    }
    return Buffer.concat(runs);
  }

  /** A boundary of an outer multipart ends the inner ones, too (RFC 2046 §5.1.2). */
  #endAt(run: Buffer): 'part' | 'closed' | 'mail' | null {
    if (this.#mailbox && this.#blank && isFromLine(run)) {
      this.#boundaries.length = 0;
      this.#lines.back();
      return 'mail';
    }
    if (run[0] !== DASH || run[1] !== DASH) return null;
    const text = run.toString('latin1', 2).trimEnd();
    const index = this.#boundaries.findLastIndex(boundary => text === boundary || text === `${boundary}--`);
    if (index < 0) return null;
    const another = text === this.#boundaries[index];
    this.#boundaries.length = another ? index + 1 : index;
    return another ? 'part' : 'closed';
  }
}

/** Lines of bytes, each with its end; an endless one comes in pieces. */
class Lines {
  readonly #source: ByteSource;
  #chunk: Buffer = Buffer.alloc(0);
  #at = 0;
  #last: Buffer | null = null;
  #again = false;
  ended = false;

  constructor(source: ByteSource) {
    this.#source = source;
  }

  async next(): Promise<Buffer | null> {
    if (this.#again) this.#again = false;
    else this.#last = await this.#read();
    return this.#last;
  }

  /** A line by itself where it begins as a boundary or a mail may, else with those behind it up to such a line. */
  async run(): Promise<Buffer | null> {
    const line = await this.next();
    if (line === null || mayEndBody(line[0])) return line;
    const start = this.#at - line.length;
    if (start < 0) return line;
    for (let end = this.#at; end > 0; end = mayEndBody(this.#chunk[end]) ? 0 : this.#chunk.indexOf(LF, end) + 1) this.#at = end;
    return this.#chunk.subarray(start, this.#at);
  }

  /** The last line comes once more. */
  back(): void {
    this.#again = true;
  }

  /** Takes the next line where it is as `test` says. */
  async skip(test: (line: Buffer) => boolean): Promise<void> {
    const line = await this.next();
    if (line !== null && !test(line)) this.back();
  }

  async #read(): Promise<Buffer | null> {
    for (;;) {
      const end = this.#chunk.indexOf(LF, this.#at);
      if (end >= 0) {
        const line = this.#chunk.subarray(this.#at, end + 1);
        this.#at = end + 1;
        return line;
      }
      const rest = this.#chunk.subarray(this.#at);
      const more = rest.length > MAX_LINE_BYTES ? null : await this.#source.chunk();
      if (more !== null) {
        this.#chunk = Buffer.concat([rest, more]);
        this.#at = 0;
        continue;
      }
      this.#chunk = Buffer.alloc(0);
      this.#at = 0;
      if (rest.length > 0) return rest;
      this.ended = true;
      return null;
    }
  }
}
