import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../core/clock.ts';

/** What one target has to bear from all callers together. */
export interface PolitenessLimits {
  maxOpen: number;
  /** In the long run; at most `maxOpen` may start at once. */
  startsPerSecond: number;
}

/** Waits until one more connection to `address` is decent; the returned function is called when it is closed. Rejects when `signal` fires. */
export type Politeness = (address: string, signal: AbortSignal) => Promise<() => void>;

interface Target {
  open: number;
  waiting: (() => void)[];
  /** When the next start is due if starts come evenly. */
  dueMs: number;
}

const MAX_REMEMBERED = 10_000;

export function createPoliteness(clock: Clock, { maxOpen, startsPerSecond }: PolitenessLimits = { maxOpen: 16, startsPerSecond: 50 }): Politeness {
  const targets = new Map<string, Target>();
  const spacingMs = 1000 / startsPerSecond;

  return async function enter(address, signal) {
    signal.throwIfAborted();
    if (targets.size >= MAX_REMEMBERED) forgetIdle();
    const target = targets.get(address) ?? { open: 0, waiting: [], dueMs: 0 };
    targets.set(address, target);
    if (target.open < maxOpen) target.open++;
    else await handedOver(target, signal);
    const nowMs = clock.monotonicMs();
    const waitMs = target.dueMs - nowMs - spacingMs * (maxOpen - 1);
    target.dueMs = Math.max(target.dueMs, nowMs) + spacingMs;
    const leave = once(() => passOn(target));
    if (waitMs > 0) await delay(waitMs, undefined, { signal }).catch((error: unknown) => {
      leave();
      throw error;
    });
    return leave;
  };

  function forgetIdle(): void {
    const nowMs = clock.monotonicMs();
    for (const [address, { open, dueMs }] of targets) if (open === 0 && dueMs < nowMs) targets.delete(address);
  }
}

/** Waits for a place that another connection leaves. */
function handedOver(target: Target, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const take = () => {
    signal.removeEventListener('abort', giveUp);
    resolve();
  };
  const giveUp = () => {
    target.waiting = target.waiting.filter(other => other !== take);
    reject(signal.reason as Error);
  };
  target.waiting.push(take);
  signal.addEventListener('abort', giveUp, { once: true });
  return promise;
}

function passOn(target: Target): void {
  const next = target.waiting.shift();
  if (next) next();
  else target.open--;
}

function once(action: () => void): () => void {
  let done = false;
  return () => {
    if (!done) action();
    done = true;
  };
}
