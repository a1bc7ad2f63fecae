/** At first, and at least: what failed keeps its place for a while, and names without a working server must not hold up each other for long. */
const LEAST = 64;
const STEP = 32;
/** A loss here and there is of the path, not of a server that is asked too much. */
const BEARABLE_SHARE = 0.1;

/** How many questions a server may have open at once: more while it keeps up, half as many when it does not (RFC 5681 §3.1). */
export class Window {
  readonly #most: number;
  #size: number;
  #answered = 0;
  #failed = 0;
  #full = false;
  #everHalved = false;

  constructor(most: number) {
    this.#most = most;
    this.#size = Math.min(LEAST, most);
  }

  get size(): number {
    return this.#size;
  }

  /** Whether one more may be asked while `open` are; where not, the window may be too small. */
  admits(open: number): boolean {
    if (open < this.#size) return true;
    this.#full = true;
    return false;
  }

  /** Until it was once too large it doubles with every round of answers. */
  answered(): void {
    this.#answered++;
    if (this.#full && !this.#everHalved && this.#size < this.#most) this.#size++;
  }

  /** A timeout, or a refusal such as SERVFAIL. */
  failed(): void {
    this.#failed++;
  }

  /** Judges what came since the last time: it is halved, or grows by a step where it was too small. */
  endPeriod(): void {
    if (this.#failed > BEARABLE_SHARE * (this.#failed + this.#answered)) {
      this.#size = Math.max(Math.min(LEAST, this.#most), this.#size >> 1);
      this.#everHalved = true;
    } else if (this.#full && this.#everHalved) {
      this.#size = Math.min(this.#most, this.#size + STEP);
    }
    this.#answered = this.#failed = 0;
    this.#full = false;
  }
}
