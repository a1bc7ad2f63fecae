import { inflateRawSync } from 'node:zlib';
import type { Files } from './verify.ts';

/** How much a package may hold. */
export const packageLimits = { entries: 2500, entryBytes: 32 * 1024 * 1024, bytes: 256 * 1024 * 1024 } as const;

const END = 0x06054b50;
const END_BYTES = 22;
const MAX_COMMENT_BYTES = 65_535;
const ENTRY = 0x02014b50;
const ENTRY_BYTES = 46;
const LOCAL = 0x04034b50;
const LOCAL_BYTES = 30;
/** A path that stays below its folder, of plain characters. */
const PATH = /^(?:[A-Za-z0-9][A-Za-z0-9._-]{0,100}\/)?[A-Za-z0-9][A-Za-z0-9._-]{0,100}$/;

class Refused extends Error {}

/** The files of a ZIP archive; a sentence for people where it is none, holds too much, or a name in it leads elsewhere. Total on any bytes. */
export function unzip(bytes: Uint8Array): Files | { refused: string } {
  const archive = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    return readAll(archive);
  } catch (error) {
    if (error instanceof Refused) return { refused: error.message };
    // A read beyond the end.
    if (error instanceof RangeError) return { refused: 'The archive is cut off or damaged.' };
    throw error;
  }
}

function readAll(archive: Buffer): Files {
  const { count, start } = endOf(archive);
  if (count > packageLimits.entries) throw new Refused(`The archive has ${count} files; no package has more than ${packageLimits.entries}.`);
  const files = new Map<string, Uint8Array>();
  let [at, total] = [start, 0];
  for (let index = 0; index < count; index++) {
    const { path, content, next } = readEntry(archive, at, packageLimits.bytes - total);
    if (files.has(path)) throw new Refused(`The archive has ${path} twice.`);
    files.set(path, content);
    total += content.length;
    at = next;
  }
  return files;
}

function endOf(archive: Buffer): { count: number; start: number } {
  const lowest = Math.max(0, archive.length - END_BYTES - MAX_COMMENT_BYTES);
  for (let at = archive.length - END_BYTES; at >= lowest; at--) {
    if (archive.readUInt32LE(at) === END) return { count: archive.readUInt16LE(at + 10), start: archive.readUInt32LE(at + 16) };
  }
  throw new Refused('This is no ZIP archive.');
}

function readEntry(archive: Buffer, at: number, remaining: number): { path: string; content: Uint8Array; next: number } {
  if (archive.readUInt32LE(at) !== ENTRY) throw new Refused('The archive is cut off or damaged.');
  const [flags, method, packed, size] = [archive.readUInt16LE(at + 8), archive.readUInt16LE(at + 10), archive.readUInt32LE(at + 20), archive.readUInt32LE(at + 24)];
  const [nameBytes, moreBytes, from] = [archive.readUInt16LE(at + 28), archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32), archive.readUInt32LE(at + 42)];
  const path = archive.toString('utf8', at + ENTRY_BYTES, at + ENTRY_BYTES + nameBytes);
  if (!PATH.test(path)) throw new Refused(`The archive has a file with a name that no package has: ${JSON.stringify(path.slice(0, 200))}.`);
  if ((flags & 1) !== 0) throw new Refused(`${path} is encrypted.`);
  if (size > packageLimits.entryBytes || size > remaining) throw new Refused(`${path} is too large.`);
  if (archive.readUInt32LE(from) !== LOCAL) throw new Refused('The archive is cut off or damaged.');
  const begin = from + LOCAL_BYTES + archive.readUInt16LE(from + 26) + archive.readUInt16LE(from + 28);
  if (begin + packed > archive.length) throw new Refused('The archive is cut off or damaged.');
  const content = inflate(archive.subarray(begin, begin + packed), method, size);
  if (content?.length !== size) throw new Refused(`${path} is damaged: it does not unpack to the size that the archive says.`);
  return { path, content, next: at + ENTRY_BYTES + nameBytes + moreBytes };
}

/** Stops as soon as there is more than was said. */
function inflate(packed: Buffer, method: number, size: number): Buffer | null {
  if (method === 0) return packed;
  try {
    return method === 8 ? inflateRawSync(packed, { maxOutputLength: Math.max(1, size) }) : null;
  } catch {
    return null;
  }
}
