import { Worker } from 'node:worker_threads';
import type { PortReply } from '../../core/outside/port-probe.ts';
import type { SocketAddress } from '../dial.ts';

/** A port to connect to, by a number that the answer brings back. */
export type Asked = readonly [number: number, address: SocketAddress, timeoutMs: number];
export type Heard = readonly [number: number, reply: PortReply];

/** Connects once to a port. */
export type Touch = (address: SocketAddress, timeoutMs: number) => Promise<PortReply>;

const MAX_HEAP_MB = 64;

/**
 * Connects in a thread: thousands of connections keep nobody waiting who is answered by this one, and nobody here delays a round trip that is measured there. It
 * starts with the first connection; the process ends without waiting for it.
 */
export function createTouchInThread(): Touch {
  const open = new Map<number, (reply: PortReply) => void>();
  let [count, worker]: [number, Worker | null] = [0, null];
  let asked: Asked[] = [];

  function start(): Worker {
    const started = new Worker(new URL('./thread.ts', import.meta.url), { resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB } });
    let cause = 'it ended early';
    started.on('message', (heard: readonly Heard[]) => { for (const [number, reply] of heard) end(number, reply); });
    started.on('error', error => { cause = (error as Error).message; });
    // What was open stays unknown; the next connection starts another.
    started.on('exit', () => {
      worker = null;
      for (const number of open.keys()) end(number, { state: 'failed', cause: `the thread that connects failed: ${cause}` });
    });
    return started;
  }

  function end(number: number, reply: PortReply): void {
    open.get(number)?.(reply);
    open.delete(number);
    if (open.size === 0) worker?.unref();
  }

  function tell(): void {
    worker ??= start();
    worker.ref();
    worker.postMessage(asked, []);
    asked = [];
  }

  return (address, timeoutMs) => new Promise(resolve => {
    open.set(++count, resolve);
    // What is asked for in one turn goes out together.
    if (asked.push([count, address, timeoutMs]) === 1) queueMicrotask(tell);
  });
}
