import { parseCidr } from '../../core/ip.ts';

const NODE_BYTES = 8;

/** An MMDB file (version 2.0 of the format) for IPv4 that holds one record for one range; its type says who made it. */
export function writeMmdb(databaseType: string, range: string, record: Record<string, unknown>): Buffer {
  const { bytes, prefixLength } = parseCidr(range)!;
  // One node a bit of the range; the other way leads to "nothing", which is the number of nodes.
  const tree = Buffer.alloc(prefixLength * NODE_BYTES);
  for (let depth = 0; depth < prefixLength; depth++) {
    const bit = (bytes[depth >> 3]! >> (7 - (depth & 7))) & 1;
    const next = depth + 1 < prefixLength ? depth + 1 : prefixLength + 16;
    tree.writeUInt32BE(next, depth * NODE_BYTES + bit * 4);
    tree.writeUInt32BE(prefixLength, depth * NODE_BYTES + (1 - bit) * 4);
  }
  const metadata = {
    node_count: prefixLength, record_size: 32, ip_version: 4, database_type: databaseType, languages: [], binary_format_major_version: 2,
    binary_format_minor_version: 0, build_epoch: 1_700_000_000, description: {},
  };
  return Buffer.concat([tree, Buffer.alloc(16), encode(record), Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1'), encode(metadata)]);
}

/** Strings, whole numbers, lists and maps of up to 284 entries or bytes. */
function encode(value: unknown): Buffer {
  if (typeof value === 'string') return Buffer.concat([control(2, Buffer.byteLength(value)), Buffer.from(value)]);
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value);
    return Buffer.concat([control(6, 4), bytes]);
  }
  if (Array.isArray(value)) return Buffer.concat([control(11, value.length), ...value.map(encode)]);
  const entries = Object.entries(value as object);
  return Buffer.concat([control(7, entries.length), ...entries.flatMap(([key, item]) => [encode(key), encode(item)])]);
}

/** Types above 7 have their number in a second byte; sizes from 29 on have theirs there. */
function control(type: number, size: number): Buffer {
  const short = Math.min(size, 29);
  const head = type > 7 ? [short, type - 7] : [(type << 5) | short];
  return Buffer.from(size < 29 ? head : [...head, size - 29]);
}
