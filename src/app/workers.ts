import { createScheduler, createWorker } from '../areas/platform/runs/index.ts';
import type { Log } from './log.ts';
import { engines, jobHandlers, runHandlers, schedules, type Services } from './registry.ts';

export interface WorkersOptions {
  services: Services;
  servicesOf(accountId: string): Promise<Services>;
  log: Log;
  /** How many runs and jobs are done at once. */
  concurrency: number;
}

/** Starts what does runs and jobs, and what starts those whose time has come. */
export async function startWorkers({ services, servicesOf, log, concurrency }: WorkersOptions): Promise<{ stop(): Promise<void> }> {
  const { store, queue } = services;
  const report = (error: unknown, about: string) => log.fault(error, about);
  // Nobody else works on this database: what is held there was held by a process that has died.
  if (store.dialect === 'sqlite') await queue.releaseAll();
  const worker = createWorker<Services>({
    store, queue, servicesOf, runs: runHandlers, jobs: jobHandlers, concurrency, report, refund: services.refund,
  });
  const scheduler = createScheduler<Services>({ store, services, schedules, report });
  worker.start();
  scheduler.start();
  const stopping = new AbortController();
  const running = engines.map(engine => engine.run({ services, servicesOf, signal: stopping.signal, report }).catch((error: unknown) => report(error, engine.name)));
  return {
    async stop() {
      stopping.abort();
      await Promise.all([worker.stop(), scheduler.stop(), ...running]);
    },
  };
}
