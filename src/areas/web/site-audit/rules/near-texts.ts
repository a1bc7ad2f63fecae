import type { Brief } from './site-index.ts';

/** How many of the 64 bits of SimHashes may differ where texts are nearly the same. */
export const MAX_DISTANCE = 3;
const MAX_FOUND = 50;
/** Of one block with the same sixteen bits; more are the frame of a template. */
const MAX_BLOCK = 2000;
const BLOCKS = [0, 4, 8, 12];

/**
 * Finds texts whose SimHashes differ in three bits at most. By the pigeonhole principle two such hashes agree in one of four blocks of
 * sixteen bits, so that only those that share a block are compared.
 */
export class NearTexts {
  readonly #blocks = new Map<string, Brief[]>();

  constructor(briefs: readonly Brief[]) {
    for (const brief of briefs) {
      for (const key of keysOf(brief)) {
        const block = this.#blocks.get(key);
        if (block) block.push(brief);
        else this.#blocks.set(key, [brief]);
      }
    }
  }

  /** Others that are near; those with the very same text are another finding. */
  of(brief: Brief): readonly Brief[] {
    if (brief.simHash === '') return [];
    const found = new Set<Brief>();
    for (const key of keysOf(brief)) {
      for (const other of (this.#blocks.get(key) ?? []).slice(0, MAX_BLOCK)) {
        if (other !== brief && other.text !== brief.text && distance(other.simHash, brief.simHash) <= MAX_DISTANCE) found.add(other);
        if (found.size === MAX_FOUND) return [...found];
      }
    }
    return [...found];
  }
}

function keysOf({ simHash }: Brief): string[] {
  return BLOCKS.map(at => `${at}${simHash.slice(at, at + 4)}`);
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
