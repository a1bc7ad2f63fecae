import { PEARSON } from './pearson.ts';

/** The reference makes no digest of less: it would say nothing. */
const MIN_BYTES = 256;
const BUCKETS = 128;
const CODE_BYTES = BUCKETS / 4;
const DIGEST = /^(?:T1)?[0-9A-F]{70}$/;
/** Which of the last five bytes are counted together, by the salt of each. */
const TRIPLETS: readonly [salt: number, second: number, third: number][] = [[2, 1, 2], [3, 1, 3], [5, 2, 3], [7, 2, 4], [11, 1, 4], [13, 3, 4]];

/**
 * The TLSH digest, 128 buckets and one byte of checksum, `T1` and 70 hexadecimal digits (J. Oliver, C. Cheng, Y. Chen: TLSH, a
 * locality sensitive hash, 2013). Null for less than 256 bytes, and for bytes of too little variety.
 */
export function tlsh(bytes: Uint8Array): string | null {
  if (bytes.length < MIN_BYTES) return null;
  const { counts, checksum } = count(bytes);
  const sorted = counts.slice(0, BUCKETS).toSorted();
  if (sorted[BUCKETS / 2 - 1] === 0) return null;
  const [q1, q2, q3] = [sorted[BUCKETS / 4 - 1]!, sorted[BUCKETS / 2 - 1]!, sorted[BUCKETS * 3 / 4 - 1]!];
  const ratio = (quartile: number) => Math.trunc(Math.fround(Math.fround(quartile * 100) / Math.fround(q3))) % 16;
  const code = Array.from({ length: CODE_BYTES }, (_, at) =>
    [0, 1, 2, 3].reduce((byte, pair) => byte | levelOf(counts[4 * at + pair]!, q1, q2, q3) << (2 * pair), 0));
  return `T1${[swapped(checksum), swapped(lengthClass(bytes.length)), swapped(ratio(q1) | ratio(q2) << 4), ...code.toReversed()].map(hex).join('')}`;
}

/** How far two digests lie apart: 0 for the same, 30 for a near copy, beyond 100 nothing in common; null unless both are digests. */
export function tlshDistance(a: string, b: string): number | null {
  if (!DIGEST.test(a) || !DIGEST.test(b)) return null;
  const [left, right] = [bytesOf(a), bytesOf(b)];
  const lengths = around(swapped(left[1]!), swapped(right[1]!), 256);
  let distance = lengths <= 1 ? lengths : lengths * 12;
  for (const shift of [0, 4]) {
    const ratios = around(swapped(left[2]!) >> shift & 15, swapped(right[2]!) >> shift & 15, 16);
    distance += ratios <= 1 ? ratios : (ratios - 1) * 12;
  }
  if (left[0] !== right[0]) distance++;
  for (let at = 3; at < left.length; at++) {
    for (let shift = 0; shift < 8; shift += 2) {
      const levels = Math.abs((left[at]! >> shift & 3) - (right[at]! >> shift & 3));
      distance += levels === 3 ? 6 : levels;
    }
  }
  return distance;
}

function count(bytes: Uint8Array): { counts: Uint32Array; checksum: number } {
  const counts = new Uint32Array(256);
  let checksum = 0;
  for (let at = 4; at < bytes.length; at++) {
    const last = bytes[at]!;
    checksum = mapped(0, last, bytes[at - 1]!, checksum);
    for (const [salt, second, third] of TRIPLETS) counts[mapped(salt, last, bytes[at - second]!, bytes[at - third]!)]!++;
  }
  return { counts, checksum };
}

function mapped(salt: number, a: number, b: number, c: number): number {
  return PEARSON[PEARSON[PEARSON[PEARSON[salt]! ^ a]! ^ b]! ^ c]!;
}

function levelOf(count: number, q1: number, q2: number, q3: number): number {
  if (count > q3) return 3;
  if (count > q2) return 2;
  return count > q1 ? 1 : 0;
}

/** The logarithm of the length, to a base that falls as lengths grow. */
function lengthClass(bytes: number): number {
  const log = Math.fround(Math.log(bytes));
  if (bytes <= 656) return Math.floor(log / 0.4054651);
  if (bytes <= 3199) return Math.floor(log / 0.26236426 - 8.72777);
  return Math.floor(log / 0.09531018 - 62.5472) & 255;
}

/** The shorter way from one to the other on a circle. */
function around(a: number, b: number, circle: number): number {
  const way = Math.abs(a - b);
  return Math.min(way, circle - way);
}

function swapped(byte: number): number {
  return (byte & 15) << 4 | byte >> 4;
}

function hex(byte: number): string {
  return byte.toString(16).padStart(2, '0').toUpperCase();
}

function bytesOf(digest: string): Buffer {
  return Buffer.from(digest.slice(-70), 'hex');
}
