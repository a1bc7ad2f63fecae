import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { PageFacts } from '../page/index.ts';
import type { Asked, FromThread, Task } from './messages.ts';
import type { AuditThreads, PageRead, PageTask, RenderedRead, SiteJudged, SiteRows } from './tasks.ts';
import { readPage } from './read-page.ts';

/** Some pages leave behind as much before it is cleared: half of it costs a fifth more time, more of it none less. */
const MAX_YOUNG_MB = 24;

/** What reading and judging may take. */
export interface ThreadLimits {
  /** How many pages are read at once. */
  threads: number;
  /** For one page. */
  deadlineMs: number;
  maxHeapMb: number;
  /** For a whole site, besides what stands in columns. */
  siteHeapMb: number;
}

const usualLimits: ThreadLimits = { threads: Math.min(4, Math.max(1, availableParallelism() - 1)), deadlineMs: 15_000, maxHeapMb: 256, siteHeapMb: 2048 };

/** Threads that start when there is something to read; the process ends without waiting for them. A page that takes too much is one that could not be read. */
export function createAuditThreads(given: Partial<ThreadLimits> = {}): AuditThreads {
  const limits = { ...usualLimits, ...given };
  const idle: Thread[] = [];
  const waiting: (() => void)[] = [];
  let busy = 0;

  const run = async (task: Task): Promise<unknown> => {
    if (busy < limits.threads) busy++;
    else await new Promise<void>(resolve => { waiting.push(resolve); });
    const thread = idle.pop() ?? new Thread(limits.maxHeapMb);
    try {
      return await thread.do(task, AbortSignal.timeout(limits.deadlineMs));
    } finally {
      if (thread.isAlive) idle.push(thread);
      const next = waiting.shift();
      if (next) next();
      else busy--;
    }
  };

  return {
    read: task => run({ page: task }).then(result => result as PageRead, error => readPage(task, unreadable(task, error as Error))),
    readRendered: rendered => run({ rendered }) as Promise<RenderedRead>,
    parse: fetched => run({ fetched }) as Promise<PageFacts>,
    async judge(site, rows, signal) {
      // Those that read the site have nothing to read, and hold as much memory as the site will take.
      for (const reading of idle.splice(0)) reading.end();
      const thread = new Thread(limits.siteHeapMb);
      try {
        return await thread.do({ site }, signal, asked => answer(rows, asked)) as SiteJudged;
      } finally {
        thread.end();
      }
    },
  };
}

/** The facts of a page that no thread could read, with the cause. */
function unreadable({ fetched }: PageTask, { message }: Error): PageFacts {
  const { body: _, ...rest } = fetched;
  return { ...rest, fetch: { outcome: 'failed', stage: 'http', cause: `The page could not be read: ${message}`, late: false }, document: null, rendered: null };
}

function answer(rows: SiteRows, asked: Asked): Promise<unknown> {
  return 'failures' in asked ? rows.take(asked.failures) : rows[asked.rows](asked.after);
}

/** One thread; it does one task at a time. */
class Thread {
  isAlive = true;
  readonly #worker: Worker;
  #hear: (heard: FromThread | Error) => void = () => {};

  constructor(maxHeapMb: number) {
    this.#worker = new Worker(new URL('./thread.ts', import.meta.url), { resourceLimits: { maxOldGenerationSizeMb: maxHeapMb, maxYoungGenerationSizeMb: MAX_YOUNG_MB } });
    this.#worker.on('message', (heard: FromThread) => this.#hear(heard));
    this.#worker.on('error', error => this.end(error as Error));
    this.#worker.on('exit', () => this.end());
    this.#worker.unref();
  }

  async do(task: Task, signal: AbortSignal, answerTo: (asked: Asked) => Promise<unknown> = () => Promise.resolve(null)): Promise<unknown> {
    signal.throwIfAborted();
    const stopped = Promise.withResolvers<never>();
    const stop = (): void => stopped.reject(signal.reason as Error);
    signal.addEventListener('abort', stop);
    this.#worker.ref();
    try {
      return await Promise.race([stopped.promise, this.#converse(task, answerTo)]);
    } catch (error) {
      this.end();
      throw error;
    } finally {
      signal.removeEventListener('abort', stop);
      this.#worker.unref();
    }
  }

  async #converse(task: Task, answerTo: (asked: Asked) => Promise<unknown>): Promise<unknown> {
    for (let heard = await this.#tell({ task }); ; heard = await this.#tell({ answer: await answerTo(heard.asked) })) {
      if ('text' in heard) return JSON.parse(heard.text);
      if ('result' in heard) return heard.result;
    }
  }

  /** Ends it, and what it is at. */
  end(cause = new Error('the thread ended early')): void {
    this.isAlive = false;
    this.#hear(cause);
    void this.#worker.terminate();
  }

  #tell(message: { task: Task } | { answer: unknown }): Promise<FromThread> {
    return new Promise((resolve, reject) => {
      this.#hear = heard => (heard instanceof Error ? reject(heard) : resolve(heard));
      if (!this.isAlive) reject(new Error('the thread has ended'));
      else this.#worker.postMessage(message, []);
    });
  }
}
