/** Does `each` for all, so many at once; the first fault stops the others, and is thrown when nothing is under way any more. */
export async function eachAtOnce<T>(all: readonly T[], atOnce: number, each: (one: T, stop: AbortSignal) => Promise<void>, signal: AbortSignal): Promise<void> {
  const over = new AbortController();
  const stop = AbortSignal.any([signal, over.signal]);
  let at = 0;
  const lane = async (): Promise<void> => {
    while (at < all.length && !stop.aborted) {
      await each(all[at++]!, stop).catch((error: unknown) => {
        over.abort(error);
        throw error;
      });
    }
  };
  await Promise.allSettled(Array.from({ length: Math.min(atOnce, all.length) }, lane));
  stop.throwIfAborted();
}
