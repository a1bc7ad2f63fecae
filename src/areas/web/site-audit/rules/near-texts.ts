import type { Brief } from './site-index.ts';

/** How many of the 64 bits of SimHashes may differ where texts are nearly the same. */
export const MAX_DISTANCE = 3;
const MAX_FOUND = 50;
/** Of one block with the same sixteen bits; more are the frame of a template. */
const MAX_BLOCK = 2000;
/** Where each block begins in the hash, and how many values it has. */
const [BLOCKS, VALUES] = [[0, 4, 8, 12], 2 ** 16];

/**
 * Finds texts whose SimHashes differ in three bits at most. By the pigeonhole principle two such hashes agree in one of four blocks of
 * sixteen bits, so that only those that share a block are compared.
 */
export class NearTexts {
  readonly #briefs: readonly Brief[];
  readonly #blocks: readonly Block[];

  /** Each of the texts has a SimHash. */
  constructor(briefs: readonly Brief[]) {
    this.#briefs = briefs;
    this.#blocks = BLOCKS.map(at => sortedBy(briefs, at));
  }

  /** Others that are near; those with the very same text are another finding. */
  of(brief: Brief): readonly Brief[] {
    if (brief.simHash === '') return [];
    const found = new Set<Brief>();
    for (const [block, at] of BLOCKS.entries()) {
      const { starts, positions } = this.#blocks[block]!;
      const from = starts[valueOf(brief, at)]!;
      for (const position of positions.subarray(from, Math.min(from + MAX_BLOCK, starts[valueOf(brief, at) + 1]!))) {
        const other = this.#briefs[position]!;
        if (other !== brief && other.text !== brief.text && distance(other.simHash, brief.simHash) <= MAX_DISTANCE) found.add(other);
        if (found.size === MAX_FOUND) return [...found];
      }
    }
    return [...found];
  }
}

/** Positions of texts by the value of a block: those with a value stand from `starts[value]` to `starts[value + 1]`, in their order. */
interface Block {
  starts: Uint32Array;
  positions: Uint32Array;
}

function sortedBy(briefs: readonly Brief[], at: number): Block {
  const starts = new Uint32Array(VALUES + 1);
  for (const brief of briefs) starts[valueOf(brief, at) + 1]!++;
  for (let value = 0; value < VALUES; value++) starts[value + 1]! += starts[value]!;
  const next = starts.slice();
  const positions = new Uint32Array(briefs.length);
  for (const [position, brief] of briefs.entries()) positions[next[valueOf(brief, at)]!++] = position;
  return { starts, positions };
}

function valueOf({ simHash }: Brief, at: number): number {
  return Number.parseInt(simHash.slice(at, at + 4), 16);
}

function distance(a: string, b: string): number {
  return bits(Number.parseInt(a.slice(0, 8), 16) ^ Number.parseInt(b.slice(0, 8), 16)) + bits(Number.parseInt(a.slice(8), 16) ^ Number.parseInt(b.slice(8), 16));
}

/** How many bits are set in the lower 32 of a number. */
export function bits(number: number): number {
  let left = number - ((number >>> 1) & 0x55555555);
  left = (left & 0x33333333) + ((left >>> 2) & 0x33333333);
  return Math.imul((left + (left >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
