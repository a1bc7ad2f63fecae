/** Runs `work` with a signal that fires when `parent` does, or after `timeoutMs` however busy the work is. */
export async function withDeadline<T>(timeoutMs: number, parent: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const fire = () => controller.abort();
  const timer = setTimeout(fire, timeoutMs);
  parent.addEventListener('abort', fire, { once: true });
  if (parent.aborted) fire();
  try {
    return await work(controller.signal);
  } finally {
    clearTimeout(timer);
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
