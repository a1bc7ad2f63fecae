import { setTimeout as sleep } from 'node:timers/promises';

/** Pauses that double from `leastMs` to `mostMs`, and start anew when there is news. */
export class Backoff {
  readonly #leastMs: number;
  readonly #mostMs: number;
  #ms: number;
  #waking = new AbortController();

  constructor(leastMs: number, mostMs: number) {
    [this.#leastMs, this.#mostMs, this.#ms] = [leastMs, mostMs, leastMs];
  }

  /** Ends the pause, or lets the next one be none. */
  wake(): void {
    this.#waking.abort();
  }

  /** Makes the next pause the shortest. */
  reset(): void {
    this.#ms = this.#leastMs;
  }

  /** Pauses; ends early without an error when it is woken or `signal` fires. */
  async pause(signal?: AbortSignal): Promise<void> {
    const early = signal ? AbortSignal.any([signal, this.#waking.signal]) : this.#waking.signal;
    await sleep(this.#ms, undefined, { signal: early, ref: false }).catch(() => {});
    this.#ms = this.#waking.signal.aborted ? this.#leastMs : Math.min(this.#ms * 2, this.#mostMs);
    if (this.#waking.signal.aborted) this.#waking = new AbortController();
  }
}
