import { Worker } from 'node:worker_threads';
import type { BulkAnswers, BulkLookup, BulkType } from '../../../core/outside/bulk-lookup.ts';
import type { Server } from '../channel.ts';

/** What the threads are started with. */
export interface ThreadMeans {
  servers: readonly Server[];
  /** Questions that each server is asked at most, by all threads together. */
  ratePerSecond: number;
  threads: number;
  /** Of each thread, in MiB; 256 unless given. */
  maxHeapMb?: number;
}

/** What one thread is started with. */
export type OneThread = Pick<ThreadMeans, 'servers' | 'ratePerSecond'>;

/** What a thread is sent: to ask for a part of the names, or to stop that. */
export type WorkerMessage = { part: number; names: readonly string[]; type: BulkType } | { part: number; stop: true };

/** What it says of a part: by index, and of most names only the state. */
export interface Said extends Heard {
  part: number;
}

interface Heard {
  states: Uint8Array<ArrayBuffer>;
  records: readonly (readonly [index: number, records: readonly string[]])[];
  causes: readonly (readonly [index: number, cause: string])[];
}

const MAX_HEAP_MB = 256;
/** Fewer names are not worth sharing out. */
const MIN_NAMES = 100;

/**
 * The same as `createBulkLookup`, asked by threads of their own, each for a part of the names and with its part of the rate: one thread asks
 * as fast as one processor allows. They start with the first batch; the process ends without waiting for them.
 */
export function createBulkLookupInThreads({ servers, ratePerSecond, threads, maxHeapMb = MAX_HEAP_MB }: ThreadMeans): BulkLookup {
  const askers = Array.from({ length: threads }, () => new Asker({ servers, ratePerSecond: ratePerSecond / threads }, maxHeapMb));
  let turn = 0;
  return async function bulkLookup(names, type, signal) {
    signal.throwIfAborted();
    const answers = new Gathered(names.length);
    const size = Math.max(MIN_NAMES, Math.ceil(names.length / threads));
    await Promise.all(Array.from({ length: Math.ceil(names.length / size) }, async (_, part) => {
      const from = part * size;
      const asker = askers[turn++ % threads]!;
      answers.add(from, await asker.ask(names.slice(from, from + size), type, signal));
    }));
    signal.throwIfAborted();
    return answers;
  };
}

/** One thread, and the parts that it is asking for. */
class Asker {
  readonly #means: OneThread;
  readonly #maxHeapMb: number;
  #worker: Worker | null = null;
  #parts = 0;
  readonly #open = new Map<number, { count: number; end: (heard: Heard) => void }>();

  constructor(means: OneThread, maxHeapMb: number) {
    this.#means = means;
    this.#maxHeapMb = maxHeapMb;
  }

  async ask(names: readonly string[], type: BulkType, signal: AbortSignal): Promise<Heard> {
    const worker = this.#worker ??= this.#start();
    const [part, { promise, resolve: end }] = [this.#parts++, Promise.withResolvers<Heard>()];
    const tell = (message: WorkerMessage) => worker.postMessage(message, []);
    const stop = () => tell({ part, stop: true });
    this.#open.set(part, { count: names.length, end });
    worker.ref();
    tell({ part, names, type });
    signal.addEventListener('abort', stop);
    const heard = await promise;
    signal.removeEventListener('abort', stop);
    return heard;
  }

  #start(): Worker {
    const worker = new Worker(new URL('./thread.ts', import.meta.url), { workerData: this.#means, resourceLimits: { maxOldGenerationSizeMb: this.#maxHeapMb } });
    let cause = 'it ended early';
    worker.on('message', ({ part, ...heard }: Said) => this.#end(part, heard));
    worker.on('error', error => { cause = (error as Error).message; });
    // What it was asking for stays unknown; the next batch starts another.
    worker.on('exit', () => {
      if (this.#worker === worker) this.#worker = null;
      for (const [part, { count }] of this.#open) this.#end(part, unheard(count, `the thread that asks failed: ${cause}`));
    });
    return worker;
  }

  #end(part: number, heard: Heard): void {
    this.#open.get(part)?.end(heard);
    this.#open.delete(part);
    if (this.#open.size === 0) this.#worker?.unref();
  }
}

function unheard(count: number, cause: string): Heard {
  return { states: new Uint8Array(count), records: [], causes: Array.from({ length: count }, (_, index) => [index, cause] as const) };
}

/** The parts of a batch put together. */
class Gathered implements BulkAnswers {
  readonly states: Uint8Array;
  readonly #records = new Map<number, readonly string[]>();
  readonly #causes = new Map<number, string>();

  constructor(count: number) {
    this.states = new Uint8Array(count);
  }

  add(from: number, { states, records, causes }: Heard): void {
    this.states.set(states, from);
    for (const [index, found] of records) this.#records.set(from + index, found);
    for (const [index, cause] of causes) this.#causes.set(from + index, cause);
  }

  records(index: number): readonly string[] {
    return this.#records.get(index) ?? [];
  }

  cause(index: number): string | null {
    return this.#causes.get(index) ?? null;
  }
}
