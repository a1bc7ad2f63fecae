import type { RefusalReason } from './shapes.ts';

/** What one file may cost; each bound that is passed refuses by name. */
export interface Limits {
  /** Of the file itself and of everything that its containers hold, together. */
  maxBytes: number;
  /** Inflated size over file size, once more than `ratioFreeBytes` were inflated: reports reach 25, bombs 1,000. */
  maxRatio: number;
  ratioFreeBytes: number;
  /** Containers in containers: mail, attached mail, zip, gzip. */
  maxDepth: number;
  /** Mail parts, archive entries and gzip members of the whole file. */
  maxParts: number;
  maxRecords: number;
  maxJsonBytes: number;
}

export const defaultLimits: Limits = {
  maxBytes: 1 << 30,
  maxRatio: 200,
  ratioFreeBytes: 8 << 20,
  maxDepth: 5,
  maxParts: 64,
  maxRecords: 5_000_000,
  maxJsonBytes: 8 << 20,
};

/** Ends the reading of a part, or of the file where `wholeFile`; thrown and caught inside of the parser only. */
export class Refusal extends Error {
  readonly reason: RefusalReason;
  readonly wholeFile: boolean;

  constructor(reason: RefusalReason, wholeFile = false) {
    super(reason);
    this.reason = reason;
    this.wholeFile = wholeFile;
  }
}

/** Adds up what one file costs and refuses when it is too much. */
export class Budget {
  readonly limits: Limits;
  #fileBytes = 0;
  #inflatedBytes = 0;
  #parts = 0;

  constructor(limits: Limits) {
    this.limits = limits;
  }

  /** Bytes of the file itself. */
  read(bytes: number): void {
    this.#fileBytes += bytes;
    this.#judge();
  }

  /** Bytes that came out of a compressed container. */
  inflated(bytes: number): void {
    this.#inflatedBytes += bytes;
    this.#judge();
  }

  /** How much may still be inflated before the ratio is judged. */
  get freeBytes(): number {
    return Math.max(0, this.limits.ratioFreeBytes - this.#inflatedBytes);
  }

  part(): void {
    if (++this.#parts > this.limits.maxParts) throw new Refusal('too_many_parts', true);
  }

  #judge(): void {
    const { maxBytes, maxRatio, ratioFreeBytes } = this.limits;
    if (this.#inflatedBytes > ratioFreeBytes && this.#inflatedBytes > maxRatio * this.#fileBytes) throw new Refusal('inflates_too_far', true);
    if (this.#fileBytes + this.#inflatedBytes > maxBytes) throw new Refusal('too_large', true);
  }
}
