import v8 from 'node:v8';
import vm from 'node:vm';

/** Later than the first requests of whoever waits for the start: it stops everything for some 50 ms. */
const AFTER_MS = 5000;

/** Gives back the memory that only the start needed, about 30 MB, which Node.js keeps until it runs short of memory; stops with the signal. */
export function collectStartGarbage(signal: AbortSignal): void {
  const timer = setTimeout(() => {
    v8.setFlagsFromString('--expose-gc');
    const collect = vm.runInNewContext('gc') as (how: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void;
    v8.setFlagsFromString('--no-expose-gc');
    // What the first frees lets go of the rest.
    collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
    collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  }, AFTER_MS).unref();
  signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
}
