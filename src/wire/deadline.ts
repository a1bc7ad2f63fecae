/** A timer that is late by more than this was held up, and so were the answers that wait to be read. */
const HELD_UP_MS = 20;

/** Why work is stopped that nobody waits for any more; made once, since an exception with its stack costs more than all else in a stop. */
export const notAwaited = new Error('Nobody waits for it any more.');

/**
 * Calls `over` after `ms` in which answers could have been heard: where the process was held up at the end, it waits once more
 * for as long as that, at most `ms`. The result cancels it.
 */
export function startTimeout(over: () => void, ms: number): () => void {
  const dueMs = performance.now() + ms;
  let timer = setTimeout(() => {
    const lateMs = performance.now() - dueMs;
    if (lateMs < HELD_UP_MS) over();
    else timer = setTimeout(over, Math.min(lateMs, ms));
  }, ms);
  return () => clearTimeout(timer);
}

/** Runs `work` with a signal that fires when `parent` does, or after `timeoutMs` however busy the work is. */
export async function withDeadline<T>(timeoutMs: number, parent: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const fire = () => controller.abort();
  const cancel = startTimeout(fire, timeoutMs);
  parent.addEventListener('abort', fire, { once: true });
  if (parent.aborted) fire();
  try {
    return await work(controller.signal);
  } finally {
    cancel();
    parent.removeEventListener('abort', fire);
  }
}

/** What `work` comes to, or `late` as soon as `signal` fires; the work itself goes on. */
export async function unlessLate<T, Late>(work: Promise<T>, signal: AbortSignal, late: Late): Promise<T | Late> {
  if (signal.aborted) return late;
  const { promise, resolve } = Promise.withResolvers<Late>();
  const fire = () => resolve(late);
  signal.addEventListener('abort', fire, { once: true });
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', fire);
  }
}
