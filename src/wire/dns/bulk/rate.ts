import type { Clock } from '../../../core/clock.ts';

/** So much of a second's share may be used at once. */
const BURST_SECONDS = 0.1;

/** Counts what may still be sent, `perSecond` in the long run. */
export class Rate {
  readonly #clock: Clock;
  readonly #perSecond: number;
  readonly #most: number;
  #left: number;
  #countedMs: number;

  constructor(clock: Clock, perSecond: number) {
    this.#clock = clock;
    this.#perSecond = perSecond;
    this.#left = this.#most = Math.max(1, perSecond * BURST_SECONDS);
    this.#countedMs = clock.monotonicMs();
  }

  /** Whether one more may be sent now; the clock is read only where that is not known. */
  get allows(): boolean {
    if (this.#left >= 1) return true;
    const nowMs = this.#clock.monotonicMs();
    this.#left = Math.min(this.#most, this.#left + ((nowMs - this.#countedMs) / 1000) * this.#perSecond);
    this.#countedMs = nowMs;
    return this.#left >= 1;
  }

  spend(): void {
    this.#left--;
  }
}
