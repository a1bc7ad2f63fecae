import { createHash } from 'node:crypto';

/** Hashes of a Merkle tree are 32 bytes, SHA-256 (RFC 9162 §2.1.1). */
export type Hash = Uint8Array;

export const HASH_BYTES = 32;
export const TILE_WIDTH = 256;

export function leafHash(leaf: Uint8Array): Hash {
  return createHash('sha256').update(Uint8Array.of(0)).update(leaf).digest();
}

function nodeHash(left: Hash, right: Hash): Hash {
  return createHash('sha256').update(Uint8Array.of(1)).update(left).update(right).digest();
}

/** The root over `hashes`, which stand for perfect subtrees of one size; that of the empty tree where there are none. */
export function rootOf(hashes: readonly Hash[]): Hash {
  if (hashes.length === 0) return createHash('sha256').digest();
  if (hashes.length === 1) return hashes[0]!;
  const half = 2 ** Math.floor(Math.log2(hashes.length - 1));
  return nodeHash(rootOf(hashes.slice(0, half)), rootOf(hashes.slice(half)));
}

/** The root of a tree of `size` leaves, of which `edge[L]` are the hashes of the last, partial tile of level L (c2sp tlog-tiles), none where it is empty. */
export function rootOfEdge(edge: readonly (readonly Hash[])[]): Hash {
  let root: Hash | null = null;
  for (const hashes of edge) {
    // From the right: each perfect subtree stands to the left of all that is smaller.
    for (const subtree of perfectParts(hashes).toReversed()) root = root === null ? subtree : nodeHash(subtree, root);
  }
  return root ?? rootOf([]);
}

/** The roots of the perfect subtrees that the hashes fall into, the largest first. */
function perfectParts(hashes: readonly Hash[]): Hash[] {
  const parts: Hash[] = [];
  for (let from = 0, width = TILE_WIDTH; width >= 1; width /= 2) {
    if (hashes.length - from < width) continue;
    parts.push(rootOf(hashes.slice(from, from + width)));
    from += width;
  }
  return parts;
}

export function isEqual(a: Hash, b: Hash): boolean {
  return a.length === b.length && a.every((byte, at) => byte === b[at]);
}

/** Whether the tree with `second` leaves begins with the one with `first` (RFC 9162 §2.1.4.2). */
export function isConsistent(first: number, second: number, firstRoot: Hash, secondRoot: Hash, proof: readonly Hash[]): boolean {
  if (first > second) return false;
  if (first === second) return proof.length === 0 && isEqual(firstRoot, secondRoot);
  if (first === 0) return proof.length === 0;
  const path = Number.isInteger(Math.log2(first)) ? [firstRoot, ...proof] : [...proof];
  let [fn, sn] = [BigInt(first) - 1n, BigInt(second) - 1n];
  while ((fn & 1n) === 1n) [fn, sn] = [fn >> 1n, sn >> 1n];
  const start = path.shift();
  if (!start) return false;
  let [fr, sr] = [start, start];
  for (const hash of path) {
    if (sn === 0n) return false;
    if ((fn & 1n) === 1n || fn === sn) {
      [fr, sr] = [nodeHash(hash, fr), nodeHash(hash, sr)];
      while ((fn & 1n) === 0n && fn !== 0n) [fn, sn] = [fn >> 1n, sn >> 1n];
    } else sr = nodeHash(sr, hash);
    [fn, sn] = [fn >> 1n, sn >> 1n];
  }
  return sn === 0n && isEqual(fr, firstRoot) && isEqual(sr, secondRoot);
}
