import type { Store } from './store.ts';

const FLUSH_EVERY_MS = 1000;

/**
 * Runs `write` every second and before the store closes, never twice at once; gives back the way to run it now.
 * `write` keeps what it could not write, so that a failure of one second is fixed in the next.
 */
export function flushEachSecond(store: Store, write: () => Promise<void>): () => Promise<void> {
  let [last, pending] = [Promise.resolve(), 0];
  const flush = (): Promise<void> => {
    pending++;
    const writing = last.then(write);
    last = writing.catch(() => {}).finally(() => { pending--; });
    return writing;
  };
  const timer = setInterval(() => { if (pending === 0) flush().catch(() => {}); }, FLUSH_EVERY_MS).unref();
  store.beforeClose(async () => {
    clearInterval(timer);
    await flush();
  });
  return flush;
}
