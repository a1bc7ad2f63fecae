import { startTimeout } from '../deadline.ts';
import type { ExchangeOptions, TransportFailure } from './channel.ts';

interface Waiting {
  accept(reply: Uint8Array): boolean;
  settle(result: Uint8Array | TransportFailure): void;
}

/** The questions that wait on one channel, by message id; each ends once: by a reply, its time, its signal or the loss of the channel. */
export class PendingReplies {
  readonly #waiting = new Map<number, Waiting>();

  get size(): number {
    return this.#waiting.size;
  }

  has(id: number): boolean {
    return this.#waiting.has(id);
  }

  wait(id: number, { timeoutMs, signal, accept }: ExchangeOptions): Promise<Uint8Array | TransportFailure> {
    return new Promise(resolve => {
      const settle = (result: Uint8Array | TransportFailure) => {
        stopTimer();
        signal.removeEventListener('abort', cancel);
        this.#waiting.delete(id);
        resolve(result);
      };
      const cancel = () => settle({ failed: 'cancelled', cause: 'cancelled' });
      const stopTimer = startTimeout(() => settle({ failed: 'timeout', cause: 'timeout' }), timeoutMs);
      signal.addEventListener('abort', cancel);
      this.#waiting.set(id, { accept, settle });
      if (signal.aborted) cancel();
    });
  }

  deliver(id: number, reply: Uint8Array): void {
    const waiting = this.#waiting.get(id);
    if (waiting?.accept(reply)) waiting.settle(reply);
  }

  failAll(failure: TransportFailure): void {
    for (const { settle } of this.#waiting.values()) settle(failure);
  }
}
