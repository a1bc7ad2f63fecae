import { crc32 } from 'node:zlib';
import { ByteSource } from './byte-source.ts';
import { inflate, type Inflated } from './inflate.ts';
import type { Budget } from './limits.ts';
import type { WarningCode } from './shapes.ts';

const FLAG = { headerCrc: 2, extra: 4, name: 8, comment: 16 };
const TRAILER_BYTES = 8;
const MAX_NAME_BYTES = 1024;

/** Whether a gzip member begins here (RFC 1952 §2.3). */
export function isGzip(head: Buffer): boolean {
  return head[0] === 0x1f && head[1] === 0x8b && head[2] === 8;
}

/** The content of all members of a gzip file, one after the other; a bad checksum, a cut and what follows the last member are reported. */
export function gunzip(source: ByteSource, budget: Budget, warn: (code: WarningCode) => void): ByteSource {
  let member: Member | null = null;
  let members = 0;
  return new ByteSource(async () => {
    for (;;) {
      if (member === null) {
        if (!isGzip(await source.peek(3))) break;
        if (members++ > 0) budget.part();
        await skipHeader(source);
        member = { ...inflate(source, budget), crc: 0, size: 0 };
      }
      const chunk = await member.bytes.chunk();
      if (chunk !== null) {
        member.crc = crc32(chunk, member.crc);
        member.size = (member.size + chunk.length) >>> 0;
        return chunk;
      }
      await judgeTrailer(source, member, warn);
      member = null;
    }
    await tellTrailing(source, warn);
    return null;
  });
}

interface Member extends Inflated {
  crc: number;
  size: number;
}

async function skipHeader(source: ByteSource): Promise<void> {
  const flags = (await source.take(10))[3] ?? 0;
  if (flags & FLAG.extra) {
    const length = await source.take(2);
    if (length.length === 2) await source.take(length.readUInt16LE());
  }
  if (flags & FLAG.name) await skipText(source);
  if (flags & FLAG.comment) await skipText(source);
  if (flags & FLAG.headerCrc) await source.take(2);
}

/** A text that ends with a zero byte. */
async function skipText(source: ByteSource): Promise<void> {
  const end = (await source.peek(MAX_NAME_BYTES)).indexOf(0);
  await source.take(end < 0 ? MAX_NAME_BYTES : end + 1);
}

async function judgeTrailer(source: ByteSource, { crc, size, damaged }: Member, warn: (code: WarningCode) => void): Promise<void> {
  if (damaged()) {
    warn('container_damaged');
    return source.drain();
  }
  const trailer = await source.take(TRAILER_BYTES);
  if (trailer.length < TRAILER_BYTES) warn('container_damaged');
  else if (trailer.readUInt32LE(0) !== crc || trailer.readUInt32LE(4) !== size) warn('checksum');
}

/** Zeros and line ends are padding, anything else is reported. */
async function tellTrailing(source: ByteSource, warn: (code: WarningCode) => void): Promise<void> {
  for (let chunk = await source.chunk(); chunk !== null; chunk = await source.chunk()) {
    if (chunk.some(byte => byte !== 0 && byte !== 10 && byte !== 13)) warn('trailing_bytes');
  }
}
