/** How many of the 64 bits of SimHashes may differ where texts are nearly the same. */
export const MAX_DISTANCE = 3;
const MAX_FOUND = 50;
/** Of one block with the same sixteen bits; more are the frame of a template. */
const MAX_BLOCK = 2000;
/** Where each block begins: in which half of the hash, and how many bits are right of it; and how many values it has. */
const BLOCKS = [['high', 16], ['high', 0], ['low', 16], ['low', 0]] as const;
const VALUES = 2 ** 16;

/** By position: the SimHash of the text, in halves of 32 bits, and a hash of the very text. */
export interface TextHashes {
  high: Uint32Array;
  low: Uint32Array;
  text: Float64Array;
}

/**
 * Finds texts whose SimHashes differ in three bits at most. By the pigeonhole principle two such hashes agree in one of four blocks of
 * sixteen bits, so that only those that share a block are compared.
 */
export class NearTexts {
  readonly #hashes: TextHashes;
  readonly #blocks: readonly Block[];

  /** Of the texts at these positions; each has a SimHash. */
  constructor(positions: Uint32Array, hashes: TextHashes) {
    this.#hashes = hashes;
    this.#blocks = BLOCKS.map((_, block) => this.#sortedBy(positions, block));
  }

  /** The positions of others that are near; those with the very same text are another finding. */
  of(position: number): readonly number[] {
    const { high, low, text } = this.#hashes;
    const found = new Set<number>();
    for (const [block, { starts, positions }] of this.#blocks.entries()) {
      const value = this.#valueOf(position, block);
      for (const other of positions.subarray(starts[value], Math.min(starts[value]! + MAX_BLOCK, starts[value + 1]!))) {
        const distance = bits(high[other]! ^ high[position]!) + bits(low[other]! ^ low[position]!);
        if (distance <= MAX_DISTANCE && other !== position && text[other] !== text[position]) found.add(other);
        if (found.size === MAX_FOUND) return [...found];
      }
    }
    return [...found];
  }

  #sortedBy(all: Uint32Array, block: number): Block {
    const starts = new Uint32Array(VALUES + 1);
    for (const position of all) starts[this.#valueOf(position, block) + 1]!++;
    for (let value = 0; value < VALUES; value++) starts[value + 1]! += starts[value]!;
    const next = starts.slice();
    const positions = new Uint32Array(all.length);
    for (const position of all) positions[next[this.#valueOf(position, block)]!++] = position;
    return { starts, positions };
  }

  #valueOf(position: number, block: number): number {
    const [half, shift] = BLOCKS[block]!;
    return (this.#hashes[half][position]! >>> shift) & (VALUES - 1);
  }
}

/** Texts by the value of a block: those with a value stand from `starts[value]` to `starts[value + 1]`, in their order. */
interface Block {
  starts: Uint32Array;
  positions: Uint32Array;
}

/** How many bits are set in the lower 32 of a number. */
export function bits(number: number): number {
  let left = number - ((number >>> 1) & 0x55555555);
  left = (left & 0x33333333) + ((left >>> 2) & 0x33333333);
  return Math.imul((left + (left >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
