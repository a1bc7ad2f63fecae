import { Worker } from 'node:worker_threads';
import type { AuditRows } from '../analysis/analyze.ts';
import type { Analysis } from '../analysis/results.ts';
import type { Asked, FromThread } from './messages.ts';

/** Analyses audits; none of it happens on the thread that answers requests. */
export interface AnalysisThreads {
  analyze(rows: AuditRows, signal: AbortSignal): Promise<Analysis>;
}

/** A brief of each page stands in memory, and eight bytes for each link. */
const MAX_HEAP_MB = 2048;

/** One thread for one audit; the process ends without waiting for it. */
export function createAnalysisThreads({ maxHeapMb = MAX_HEAP_MB }: { maxHeapMb?: number } = {}): AnalysisThreads {
  return {
    async analyze(rows, signal) {
      signal.throwIfAborted();
      const worker = new Worker(new URL('./thread.ts', import.meta.url), { resourceLimits: { maxOldGenerationSizeMb: maxHeapMb } });
      const ended = Promise.withResolvers<Analysis>();
      const stop = (): void => ended.reject(signal.reason as Error);
      signal.addEventListener('abort', stop, { once: true });
      worker.on('error', error => ended.reject(error as Error));
      worker.on('exit', () => ended.reject(new Error('the thread ended early')));
      worker.on('message', (heard: FromThread) => {
        if ('result' in heard) ended.resolve(heard.result);
        else answer(rows, heard.asked).then(reply => worker.postMessage({ reply }, []), ended.reject);
      });
      try {
        return await ended.promise;
      } finally {
        signal.removeEventListener('abort', stop);
        void worker.terminate();
      }
    },
  };
}

function answer(rows: AuditRows, asked: Asked): Promise<unknown> {
  switch (asked.method) {
    case 'next': return rows.next(asked.given);
    case 'takePages': return rows.takePages(asked.given);
    default: return rows.takeGroups(asked.given);
  }
}
