const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const MIN_BLOCK_BYTES = 3;
const MAX_PIECES = 64;
const WINDOW = 7;
/** FNV-1 as far as one character of the digest shows it: the low six bits depend on nothing above them. */
const PIECE_START = 0x28021967 & 63;
const PIECE_PRIME = 0x01000193 & 63;
/** From this block size on, a score needs no cap. */
const UNCAPPED_BLOCK_BYTES = MIN_BLOCK_BYTES * Math.floor((99 + WINDOW) / WINDOW);
const DIGEST = /^(\d{1,12}):([A-Za-z0-9+/]{0,64}):([A-Za-z0-9+/]{0,64})$/;

/**
 * The context triggered piecewise hash as ssdeep writes it, `block size:pieces:pieces at twice the size` (J. Kornblum: Identifying almost
 * identical files using context triggered piecewise hashing, 2006).
 */
export function ssdeep(bytes: Uint8Array): string {
  let blockBytes = MIN_BLOCK_BYTES;
  while (blockBytes * MAX_PIECES < bytes.length) blockBytes *= 2;
  for (;;) {
    const { pieces, doubled, ends } = cut(bytes, blockBytes);
    if (blockBytes === MIN_BLOCK_BYTES || ends >= MAX_PIECES / 2) return `${blockBytes}:${pieces}:${doubled}`;
    blockBytes /= 2;
  }
}

/** How alike two files are by their digests, from 0 to 100 for the same; null unless both are digests. */
export function ssdeepScore(a: string, b: string): number | null {
  const [left, right] = [parse(a), parse(b)];
  if (!left || !right) return null;
  if (left.blockBytes === right.blockBytes) {
    if (left.pieces === right.pieces && left.doubled === right.doubled) return 100;
    return Math.max(score(left.pieces, right.pieces, left.blockBytes), score(left.doubled, right.doubled, left.blockBytes * 2));
  }
  if (left.blockBytes * 2 === right.blockBytes) return score(left.doubled, right.pieces, right.blockBytes);
  return left.blockBytes === right.blockBytes * 2 ? score(left.pieces, right.doubled, left.blockBytes) : 0;
}

/** One digest under way: a character for each piece that has ended, and what the present one has come to. */
interface Pieces {
  blockBytes: number;
  max: number;
  ended: string;
  /** Of the piece that has no room any more: it goes on to the end of the file. */
  last: string;
  hash: number;
}

/** Cuts wherever the sum over the last seven bytes says so; the same context cuts in the same place. */
function cut(bytes: Uint8Array, blockBytes: number): { pieces: string; doubled: string; ends: number } {
  const all = [blockBytes, blockBytes * 2].map((blockBytes, at): Pieces => ({ blockBytes, max: MAX_PIECES >> at, ended: '', last: '', hash: PIECE_START }));
  let [sum, weighted, shifted] = [0, 0, 0];
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!;
    const leaving = at < WINDOW ? 0 : bytes[at - WINDOW]!;
    weighted = weighted - sum + WINDOW * byte;
    sum += byte - leaving;
    shifted = (shifted << 5 ^ byte) >>> 0;
    const rolling = (sum + weighted + shifted) >>> 0;
    for (const pieces of all) step(pieces, byte, rolling);
  }
  const open = (sum + weighted + shifted) >>> 0 !== 0;
  const [pieces, doubled] = all.map(({ ended, last, hash }) => ended + (open ? ALPHABET[hash]! : last));
  return { pieces: pieces!, doubled: doubled!, ends: all[0]!.ended.length };
}

function step(pieces: Pieces, byte: number, rolling: number): void {
  pieces.hash = (pieces.hash * PIECE_PRIME ^ byte) & 63;
  if (rolling % pieces.blockBytes !== pieces.blockBytes - 1) return;
  if (pieces.ended.length >= pieces.max - 1) {
    pieces.last = ALPHABET[pieces.hash]!;
    return;
  }
  pieces.ended += ALPHABET[pieces.hash]!;
  pieces.hash = PIECE_START;
}

function parse(digest: string): { blockBytes: number; pieces: string; doubled: string } | null {
  const [, blockBytes, pieces, doubled] = DIGEST.exec(digest) ?? [];
  return blockBytes === undefined ? null : { blockBytes: Number(blockBytes), pieces: shortened(pieces!), doubled: shortened(doubled!) };
}

/** Long runs of one character tell little and make files look alike. */
function shortened(pieces: string): string {
  return pieces.replace(/(.)\1{3,}/g, '$1$1$1');
}

function score(a: string, b: string, blockBytes: number): number {
  if (!haveCommonPart(a, b)) return 0;
  const distance = Math.floor(editDistance(a, b) * MAX_PIECES / (a.length + b.length));
  const score = 100 - Math.floor(distance * 100 / MAX_PIECES);
  if (blockBytes >= UNCAPPED_BLOCK_BYTES) return score;
  // Small blocks of short files are alike too easily.
  return Math.min(score, Math.floor(blockBytes / MIN_BLOCK_BYTES) * Math.min(a.length, b.length));
}

/** Whether seven characters in a row are the same in both. */
function haveCommonPart(a: string, b: string): boolean {
  for (let at = 0; at + WINDOW <= a.length; at++) {
    if (b.includes(a.slice(at, at + WINDOW))) return true;
  }
  return false;
}

/** Inserting or removing costs 1, replacing 2. */
function editDistance(a: string, b: string): number {
  let above = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let row = 1; row <= a.length; row++) {
    const line = [row];
    for (let at = 1; at <= b.length; at++) {
      line.push(a[row - 1] === b[at - 1] ? above[at - 1]! : 1 + Math.min(above[at]!, line[at - 1]!));
    }
    above = line;
  }
  return above[b.length]!;
}
