import { crc32 } from 'node:zlib';
import { ByteSource } from './byte-source.ts';
import { inflate, type Inflated } from './inflate.ts';
import { Refusal, type Budget } from './limits.ts';
import type { WarningCode } from './shapes.ts';

/** One thing in a container. */
export interface Part {
  name: string;
  bytes: ByteSource;
}

const LOCAL = 0x04034b50;
const DESCRIPTOR = 0x08074b50;
const LOCAL_BYTES = 30;
const SIZE_IN_EXTRA = 0xffffffff;
const FLAG = { encrypted: 1, descriptor: 8 };
const STORED = 0;
const DEFLATED = 8;
const MAX_NAME_CHARACTERS = 100;

/** Folders, and what systems put into archives besides the files that people chose. */
const NOT_A_FILE = /\/$|^__MACOSX\/|(^|\/)(\._[^/]*|\.DS_Store|Thumbs\.db)$/i;

/** Whether a zip archive, an empty or a split one begins here (APPNOTE 4.3.7, 4.3.16, 8.5.5). */
export function isZip(head: Buffer): boolean {
  return /^PK(\x03\x04|\x05\x06|00PK|\x07\x08)/.test(head.toString('latin1', 0, 6));
}

/**
 * The files of a zip archive in their order, read from the front by their local headers, so that an archive that was cut
 * gives what it still has. Each must be read or left before the next is asked for.
 */
export async function* unzip(source: ByteSource, budget: Budget, warn: (code: WarningCode) => void): AsyncGenerator<Part> {
  if (/^PK(00|\x07\x08)/.test((await source.peek(4)).toString('latin1'))) await source.take(4);
  for (;;) {
    const header = await readHeader(source);
    if (header === 'cut') warn('container_damaged');
    if (typeof header === 'string') break;
    budget.part();
    const content = contentOf(source, header, budget);
    if (!NOT_A_FILE.test(header.name)) yield { name: header.name, bytes: content.bytes };
    await content.bytes.drain();
    if (content.damaged()) warn('container_damaged');
    if (content.damaged() && header.compressedBytes === null) break;
    const expected = await content.finish();
    if (!content.damaged() && expected !== null && expected !== content.crc()) warn('checksum');
  }
  await source.drain();
}

interface Header {
  name: string;
  flags: number;
  method: number;
  crc: number;
  /** `null` where only a data descriptor behind the content tells it. */
  compressedBytes: number | null;
}

async function readHeader(source: ByteSource): Promise<Header | 'end' | 'cut'> {
  const start = await source.peek(LOCAL_BYTES);
  if (start.length < 4) return 'cut';
  if (start.readUInt32LE() !== LOCAL) return 'end';
  if (start.length < LOCAL_BYTES) return 'cut';
  const fixed = Buffer.from(await source.take(LOCAL_BYTES));
  const name = Buffer.from(await source.take(fixed.readUInt16LE(26)));
  const extra = await source.take(fixed.readUInt16LE(28));
  const [flags, size] = [fixed.readUInt16LE(6), fixed.readUInt32LE(18)];
  const known = size === SIZE_IN_EXTRA ? sizeInExtra(extra) : size;
  return {
    name: name.toString('utf8').slice(0, MAX_NAME_CHARACTERS),
    flags,
    method: fixed.readUInt16LE(8),
    crc: fixed.readUInt32LE(14),
    compressedBytes: (flags & FLAG.descriptor) !== 0 && !known ? null : known,
  };
}

/** The compressed size in the Zip64 field (APPNOTE 4.5.3). */
function sizeInExtra(extra: Buffer): number | null {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) === 1 && at + 20 <= extra.length) return Number(extra.readBigUInt64LE(at + 12));
  }
  return null;
}

interface Content extends Inflated {
  /** CRC-32 of what was read. */
  crc(): number;
  /** Goes behind the entry; the CRC-32 that it should have, `null` where it is not told. */
  finish(): Promise<number | null>;
}

function contentOf(source: ByteSource, header: Header, budget: Budget): Content {
  const { compressedBytes, method } = header;
  const own = compressedBytes === null ? source : source.limited(compressedBytes);
  const inner = open(own, header, budget);
  let [crc, size] = [0, 0];
  const bytes = new ByteSource(async () => {
    const chunk = await inner.bytes.chunk();
    if (chunk === null) return null;
    crc = crc32(chunk, crc);
    size += chunk.length;
    return chunk;
  });
  const finish = async () => {
    if (compressedBytes !== null) await own.drain();
    const expected = (header.flags & FLAG.descriptor) === 0 ? header.crc : await takeDescriptor(source);
    // An archive never ends with a file: where nothing follows, it was cut.
    return isReadable(header) && (await source.peek(1)).length > 0 ? expected : null;
  };
  const cut = () => method === STORED && compressedBytes !== null && size < compressedBytes;
  return { bytes, damaged: () => inner.damaged() || cut(), crc: () => crc, finish };
}

function isReadable({ flags, method, compressedBytes }: Header): boolean {
  return (flags & FLAG.encrypted) === 0 && (method === DEFLATED || (method === STORED && compressedBytes !== null));
}

/** Content that cannot be read refuses when it is asked for, so that the entries behind it are still found. */
function open(own: ByteSource, header: Header, budget: Budget): Inflated {
  const { flags, method, compressedBytes } = header;
  if (isReadable(header)) return method === DEFLATED ? inflate(own, budget) : { bytes: own, damaged: () => false };
  const reason = flags & FLAG.encrypted ? 'encrypted' : 'unsupported_container';
  let refused = false;
  const bytes = new ByteSource(async () => {
    if (refused) return own.chunk();
    refused = true;
    throw new Refusal(reason, compressedBytes === null);
  });
  return { bytes, damaged: () => false };
}

/** CRC-32 and sizes behind the content, with or without a signature, with sizes of 4 or 8 bytes (APPNOTE 4.3.9). */
async function takeDescriptor(source: ByteSource): Promise<number | null> {
  const ahead = await source.peek(28);
  const signature = ahead.length >= 4 && ahead.readUInt32LE() === DESCRIPTOR ? 4 : 0;
  for (const sizes of [8, 16]) {
    const end = signature + 4 + sizes;
    if (ahead.length < end) break;
    const next = ahead.toString('latin1', end, end + 2);
    if (next !== 'PK' && next !== '') continue;
    await source.take(end);
    return ahead.readUInt32LE(signature);
  }
  return null;
}
