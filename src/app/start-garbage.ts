import { performance } from 'node:perf_hooks';
import v8 from 'node:v8';
import vm from 'node:vm';

/** Later than the first requests of whoever waits for the start. */
const EVERY_MS = 5000;
/** Of the time since the last look. It stops everything for some 50 ms, and for several times that where work is under way. */
const MOST_BUSY = 0.05;

/** Gives back the memory that only the start needed, about 30 MB, which Node.js keeps until it runs short of memory, once nothing is under way; stops with the signal. */
export function collectStartGarbage(signal: AbortSignal): void {
  let before = performance.eventLoopUtilization();
  const timer = setInterval(() => {
    const { utilization } = performance.eventLoopUtilization(before);
    before = performance.eventLoopUtilization();
    if (utilization > MOST_BUSY) return;
    clearInterval(timer);
    collectGarbage();
  }, EVERY_MS).unref();
  signal.addEventListener('abort', () => clearInterval(timer), { once: true });
}

/** Gives back all memory that nothing needs any more; stops everything for some 50 ms. */
export function collectGarbage(): void {
  v8.setFlagsFromString('--expose-gc');
  const collect = vm.runInNewContext('gc') as (how: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void;
  v8.setFlagsFromString('--no-expose-gc');
  // What the first frees lets go of the rest.
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
