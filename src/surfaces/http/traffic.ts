import type { Socket } from './listener.ts';

/** A reply under way. */
export interface UnderWay {
  /** Ends it early, because the service stops. */
  stop(): void;
  /** Whether its first bytes went out on `socket`. */
  begunOn(socket: Socket): boolean;
}

/** What is under way, and whether more is taken. */
export interface Traffic {
  readonly size: number;
  readonly draining: boolean;
  /** False where as much as may be is under way. */
  enter(one: UnderWay): boolean;
  leave(one: UnderWay): void;
  begunOn(socket: Socket): boolean;
  /** Takes nothing new; what is under way after `graceMs` is stopped. Resolves when nothing is, at the latest `farewellMs` later. */
  drain(graceMs: number, farewellMs: number): Promise<void>;
}

/** Keeps at most `max` replies under way. */
export function createTraffic(max: number): Traffic {
  const all = new Set<UnderWay>();
  let onEmpty: (() => void) | null = null;
  return {
    get size() {
      return all.size;
    },
    get draining() {
      return onEmpty !== null;
    },
    enter(one) {
      if (all.size >= max) return false;
      all.add(one);
      return true;
    },
    leave(one) {
      all.delete(one);
      if (all.size === 0) onEmpty?.();
    },
    begunOn: socket => [...all].some(one => one.begunOn(socket)),
    async drain(graceMs, farewellMs) {
      const { promise: empty, resolve } = Promise.withResolvers<void>();
      onEmpty = resolve;
      if (all.size === 0) return;
      await within(graceMs, empty);
      for (const one of all) one.stop();
      if (all.size > 0) await within(farewellMs, empty);
    },
  };
}

async function within(ms: number, work: Promise<void>): Promise<void> {
  const { promise: over, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  await Promise.race([work, over]);
  clearTimeout(timer);
}
