import { Worker } from 'node:worker_threads';
import { ReadingFailed, type Listen, type MessageEnd, type ReportReader, type Said, type ToRead } from './shapes.ts';

/** What a thread is sent: a message to read, or the answer to what it said. */
export type ToThread = ToRead | { answer: boolean };
/** What it sends. */
export type FromThread = { said: Said } | { end: MessageEnd };

/** What reading may take. */
export interface ThreadLimits {
  /** How many messages are read at once; others wait for their turn. */
  threads: number;
  /** Of the JavaScript heap of each, in MiB. */
  maxHeapMb: number;
  /** For one message, without the time in which the thread waits for answers. */
  deadlineMs: number;
  /** A thread with nothing to do is let go after so long. */
  idleMs: number;
}

/** A report of 800,000 addresses takes less than 256 MiB; 1 GiB of XML takes about ten seconds on a machine at rest. */
const usualLimits: ThreadLimits = { threads: 2, maxHeapMb: 256, deadlineMs: 120_000, idleMs: 10_000 };

/** Reads messages in threads that start when there is something to read. The process ends without waiting for them. */
export function createReportThreads(given: Partial<ThreadLimits> = {}): ReportReader {
  const limits = { ...usualLimits, ...given };
  const idle: Thread[] = [];
  const waiting: (() => void)[] = [];
  let busy = 0;

  const turn = async (): Promise<void> => {
    if (busy < limits.threads) busy++;
    else await new Promise<void>(resolve => { waiting.push(resolve); });
  };
  const leave = (): void => {
    const next = waiting.shift();
    if (next) next();
    else busy--;
  };

  return {
    async read(message, listen, signal) {
      await turn();
      const thread = takeAlive(idle) ?? new Thread(limits);
      try {
        signal.throwIfAborted();
        return await thread.read(message, listen, signal);
      } finally {
        if (thread.isAlive) {
          idle.push(thread);
          thread.rest();
        }
        leave();
      }
    },
  };
}

function takeAlive(idle: Thread[]): Thread | null {
  for (let thread = idle.pop(); thread !== undefined; thread = idle.pop()) if (thread.isAlive) return thread;
  return null;
}

/** Of the heap of a thread, for what is short-lived, in MiB: with more, more garbage lies there. */
const YOUNG_MB = 16;

/** One thread; it reads one message at a time. */
class Thread {
  isAlive = true;
  readonly #worker: Worker;
  readonly #limits: ThreadLimits;
  #hear: (heard: FromThread | ReadingFailed) => void = () => {};
  #timer: NodeJS.Timeout | undefined;

  constructor(limits: ThreadLimits) {
    this.#limits = limits;
    this.#worker = new Worker(new URL('./thread.ts', import.meta.url), { resourceLimits: { maxOldGenerationSizeMb: limits.maxHeapMb, maxYoungGenerationSizeMb: YOUNG_MB } });
    let cause = 'it ended early';
    this.#worker.on('message', (heard: FromThread) => this.#hear(heard));
    this.#worker.on('error', error => {
      this.isAlive = false;
      cause = (error as Error).message;
    });
    this.#worker.on('exit', () => {
      this.isAlive = false;
      this.#hear(new ReadingFailed(`The thread that reads reports failed: ${cause}`));
    });
  }

  async read(message: ToRead, listen: Listen, signal: AbortSignal): Promise<MessageEnd> {
    clearTimeout(this.#timer);
    this.#worker.ref();
    const stop = (): void => this.#end(new ReadingFailed('The reading was stopped.'));
    signal.addEventListener('abort', stop);
    try {
      let leftMs = this.#limits.deadlineMs;
      for (let next: ToThread = message; ;) {
        const startedMs = performance.now();
        const heard = await this.#ask(next, leftMs);
        leftMs -= performance.now() - startedMs;
        if ('end' in heard) return heard.end;
        next = { answer: await listen(heard.said) };
      }
    } catch (error) {
      // What it is in the middle of concerns nobody any more.
      this.#end(new ReadingFailed('The reading was given up.'));
      throw error;
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }

  /** Lets it go after a while, unless it is given something to read. */
  rest(): void {
    this.#worker.unref();
    this.#timer = setTimeout(() => this.#end(new ReadingFailed('The thread rested too long.')), this.#limits.idleMs).unref();
  }

  async #ask(message: ToThread, leftMs: number): Promise<FromThread> {
    const { promise, resolve, reject } = Promise.withResolvers<FromThread>();
    this.#hear = heard => {
      if (heard instanceof ReadingFailed) reject(heard);
      else resolve(heard);
    };
    const timer = setTimeout(() => this.#end(new ReadingFailed(`The reading took longer than ${this.#limits.deadlineMs / 1000} seconds.`)), leftMs);
    try {
      if (!this.isAlive) throw new ReadingFailed('The thread that reads reports has ended.');
      this.#worker.postMessage(message, []);
      return await promise;
    } finally {
      clearTimeout(timer);
      this.#hear = () => {};
    }
  }

  #end(cause: ReadingFailed): void {
    this.isAlive = false;
    clearTimeout(this.#timer);
    this.#hear(cause);
    void this.#worker.terminate();
  }
}
