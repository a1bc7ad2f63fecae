import { Worker } from 'node:worker_threads';
import type { CatalogueRead, CatalogueText } from './catalogue.ts';
import { readCatalogue } from './read.ts';

/** Reads catalogues, large ones in a thread; a text that takes too much has a fault like any other. */
export type CatalogueReader = (text: CatalogueText) => Promise<CatalogueRead>;

/** What reading one catalogue may take. */
export interface ReaderLimits {
  /** Characters that are read at once, where the request is answered. */
  inlineCharacters: number;
  deadlineMs: number;
  maxHeapMb: number;
}

/** NIST SP 800-53 has ten million characters and takes a second. */
const usualLimits: ReaderLimits = { inlineCharacters: 100_000, deadlineMs: 20_000, maxHeapMb: 512 };

/** One thread at a time, made for one catalogue: it leaves nothing behind for the next. */
export function createCatalogueReader(given: Partial<ReaderLimits> = {}): CatalogueReader {
  const limits = { ...usualLimits, ...given };
  let last: Promise<unknown> = Promise.resolve();
  return text => {
    if (text.content.length <= limits.inlineCharacters) return Promise.resolve(readCatalogue(text));
    const turn = last.then(() => inThread(text, limits));
    last = turn;
    return turn;
  };
}

async function inThread(text: CatalogueText, { deadlineMs, maxHeapMb }: ReaderLimits): Promise<CatalogueRead> {
  const { promise, resolve } = Promise.withResolvers<CatalogueRead>();
  const worker = new Worker(new URL('./thread.ts', import.meta.url), { workerData: text, resourceLimits: { maxOldGenerationSizeMb: maxHeapMb } });
  const timer = setTimeout(() => resolve({ fault: `Reading it took longer than ${deadlineMs / 1000} seconds. Divide the catalogue.` }), deadlineMs);
  worker.once('message', resolve).on('error', () => resolve({ fault: 'Reading it took too much memory. Divide the catalogue.' })).once('exit', () => resolve({ fault: 'It could not be read. Try again.' }));
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
