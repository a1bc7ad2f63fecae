import { Worker } from 'node:worker_threads';
import type { PortReply } from '../../core/outside/port-probe.ts';
import type { SocketAddress } from '../dial.ts';

/** A port to connect to, by a number that the answer brings back. */
export type Asked = readonly [number: number, address: SocketAddress, timeoutMs: number];
export type Heard = readonly [number: number, reply: PortReply];

/** Connects once to a port. */
export type Touch = (address: SocketAddress, timeoutMs: number) => Promise<PortReply>;

const MAX_HEAP_MB = 64;

/** Starts the thread that connects; throws where the system gives none. */
export function startWorker(): Worker {
  return new Worker(new URL('./thread.ts', import.meta.url), { resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB } });
}

/**
 * Connects in a thread: thousands of connections keep nobody waiting who is answered by this one, and nobody here delays a round trip that is measured there. It
 * starts with the first connection; the process ends without waiting for it.
 */
export function createTouchInThread(startThread = startWorker): Touch {
  const open = new Map<number, (reply: PortReply) => void>();
  let [count, worker]: [number, Worker | null] = [0, null];
  let asked: Asked[] = [];

  function start(): Worker {
    const started = startThread();
    let cause = 'it ended early';
    started.on('message', (heard: readonly Heard[]) => { for (const [number, reply] of heard) end(number, reply); });
    started.on('error', error => { cause = (error as Error).message; });
    // What was open stays unknown; the next connection starts another.
    started.on('exit', () => {
      worker = null;
      fail([...open.keys()], cause);
    });
    return started;
  }

  function end(number: number, reply: PortReply): void {
    open.get(number)?.(reply);
    open.delete(number);
    if (open.size === 0) worker?.unref();
  }

  function fail(numbers: readonly number[], cause: string): void {
    for (const number of numbers) end(number, { state: 'failed', cause: `the thread that connects failed: ${cause}` });
  }

  function tell(): void {
    const batch = asked;
    asked = [];
    try {
      worker ??= start();
      worker.ref();
      worker.postMessage(batch, []);
    } catch (error) {
      // A thread that does not start throws here: the system may give no more of them.
      fail(batch.map(([number]) => number), (error as Error).message);
    }
  }

  return (address, timeoutMs) => new Promise(resolve => {
    open.set(++count, resolve);
    // What is asked for in one turn goes out together.
    if (asked.push([count, address, timeoutMs]) === 1) queueMicrotask(tell);
  });
}
