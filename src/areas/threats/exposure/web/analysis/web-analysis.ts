import { Worker } from 'node:worker_threads';
import type { Component } from '../component.ts';
import { mergeLibraries, type Script } from '../libraries/recognise.ts';
import type { FetchedPage } from '../page.ts';
import type { Judgement } from '../templates/judge.ts';
import type { TemplateRequest } from '../templates/template.ts';
import type { Fingerprint } from '../technologies/fingerprint.ts';
import { mergeTechnologies } from '../technologies/recognise.ts';
import type { Said, Task, ThreadData } from './task.ts';

/** What the analysis of one page or script may take; its thread is ended where it takes more. */
export interface AnalysisLimits {
  deadlineMs: number;
  maxHeapMb: number;
}

/** `incomplete`: the components are those that were found until `cause`; others may be there. */
export type Analysed = { outcome: 'complete'; components: Component[] } | { outcome: 'incomplete'; components: Component[]; cause: string };

/** Judges what servers sent in a thread of its own, one thing after the other. */
export interface WebAnalysis {
  libraries(script: Script): Promise<Analysed>;
  /** The technologies that a page shows; `url` is its whole address. */
  technologies(page: FetchedPage, url: string): Promise<Analysed>;
  /** Null where the patterns of the template took too long. */
  judge(request: TemplateRequest, pages: readonly FetchedPage[]): Promise<Judgement | null>;
  /** Ends the thread, and with it what it is at. */
  close(): Promise<void>;
}

const usualLimits: AnalysisLimits = { deadlineMs: 2000, maxHeapMb: 256 };

/** The thread starts with the first question. `imported` are fingerprints of the operator. */
export function createWebAnalysis(given: Partial<AnalysisLimits> = {}, imported: readonly Fingerprint[] = []): WebAnalysis {
  const limits = { ...usualLimits, ...given };
  let worker: Worker | null = null;
  let started: Promise<unknown> = Promise.resolve();
  let last: Promise<unknown> = Promise.resolve();

  const end = async (): Promise<void> => {
    const ending = worker;
    worker = null;
    await ending?.terminate();
  };
  const run = async (task: Task, hear: (said: Part) => void): Promise<string | null> => {
    if (worker === null) {
      worker = startThread(limits.maxHeapMb, { imported });
      started = beginning(worker);
    }
    // What the thread takes to start comes off nobody's time.
    await started;
    if (worker === null) return 'the thread ended early';
    const cause = await finish(worker, task, hear, limits.deadlineMs);
    if (cause !== null) await end();
    return cause;
  };
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work);
    last = turn.catch(() => {});
    return turn;
  };

  const find = (task: Task, merge: (components: readonly Component[]) => Component[]): Promise<Analysed> => inTurn(async () => {
    const components: Component[] = [];
    const cause = await run(task, said => 'found' in said && components.push(...said.found));
    return analysed(merge(components), cause);
  });

  return {
    libraries: script => find({ kind: 'libraries', script }, mergeLibraries),
    technologies: (page, url) => find({ kind: 'technologies', page, url }, mergeTechnologies),
    judge: (request, pages) => inTurn(async () => {
      let judgement: Judgement | null = null;
      const cause = await run({ kind: 'template', request, pages }, said => {
        if ('judged' in said) judgement = said.judged;
      });
      return cause === null ? judgement : null;
    }),
    close: end,
  };
}

type Part = Exclude<Said, { end: true } | { ready: true }>;

function startThread(maxHeapMb: number, workerData: ThreadData): Worker {
  const worker = new Worker(new URL('./thread.ts', import.meta.url), { workerData, resourceLimits: { maxOldGenerationSizeMb: maxHeapMb } });
  // What a thread that was given up still throws concerns nobody.
  return worker.on('error', () => {});
}

/** Is over with the first word of a thread, or with its end. */
function beginning(worker: Worker): Promise<void> {
  return new Promise(resolve => worker.once('message', () => resolve()).once('exit', () => resolve()));
}

function analysed(components: Component[], cause: string | null): Analysed {
  return cause === null ? { outcome: 'complete', components } : { outcome: 'incomplete', components, cause };
}

/** Null when the thread has done its task; otherwise why it has not. */
async function finish(worker: Worker, task: Task, hearPart: (said: Part) => void, deadlineMs: number): Promise<string | null> {
  const { promise, resolve } = Promise.withResolvers<string | null>();
  const hear = (said: Said): void => {
    if ('end' in said) resolve(null);
    else if (!('ready' in said)) hearPart(said);
  };
  const fail = (error: unknown): void => resolve((error as Error).message);
  const exit = (): void => resolve('the thread ended early');
  worker.on('message', hear).once('error', fail).once('exit', exit);
  worker.ref();
  const timer = setTimeout(() => resolve(`it took longer than ${deadlineMs / 1000} seconds`), deadlineMs);
  worker.postMessage(task, []);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    worker.off('message', hear).off('error', fail).off('exit', exit);
    worker.unref();
  }
}
