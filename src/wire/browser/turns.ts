/** Lets a few work at once, and a few more wait. */
export interface Turns {
  /** How many work. */
  readonly taken: number;
  /** Waits for a turn; the function that it gives ends it. Null where too many wait, or `signal` fires. */
  take(signal: AbortSignal): Promise<(() => void) | null>;
}

/** Turns for `atOnce` workers, who come in the order in which they asked; at most `maxWaiting` wait. */
export function createTurns(atOnce: number, maxWaiting: number): Turns {
  const waiting = new Set<() => void>();
  let taken = 0;

  const leave = (): void => {
    taken--;
    const [next] = waiting;
    next?.();
  };
  const wait = (signal: AbortSignal): Promise<(() => void) | null> => {
    const { promise, resolve } = Promise.withResolvers<(() => void) | null>();
    const giveUp = () => {
      waiting.delete(begin);
      resolve(null);
    };
    const begin = () => {
      waiting.delete(begin);
      signal.removeEventListener('abort', giveUp);
      taken++;
      resolve(leave);
    };
    waiting.add(begin);
    signal.addEventListener('abort', giveUp, { once: true });
    return promise;
  };

  return {
    get taken() { return taken; },
    async take(signal) {
      if (signal.aborted) return null;
      if (taken < atOnce) {
        taken++;
        return leave;
      }
      return waiting.size < maxWaiting ? wait(signal) : null;
    },
  };
}
