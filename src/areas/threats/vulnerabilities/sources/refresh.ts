import { z } from 'zod';
import type { VulnerabilitySource } from '../../../../core/outside/vulnerability-data.ts';
import { defineJob } from '../../../job.ts';
import { keepUpkeep } from '../../../platform/runs/index.ts';
import { nextTime, type Schedule } from '../../../schedule.ts';
import { judgeEverything } from '../judging/judge-job.ts';
import type { VulnerabilitiesServices } from '../services.ts';
import { prepareSources } from '../seed/prepare.ts';
import { dueSources, entriesOf, keepFailure, keepPosition, reviseIndex, type SourceRow } from '../store/sources.ts';
import { readers } from './index.ts';
import { SourceFailed } from './source.ts';

const MINUTE_MS = 60_000;
const TURN_MS = 50_000;
const FAILED_MS = 15 * MINUTE_MS;
const MAX_FAILED_MS = 6 * 60 * MINUTE_MS;

const refreshJob = defineJob('refreshVulnerabilityData', z.object({}));

/** Reads the sources that are due, each for as long as the turn lasts; what is left goes on in the next one. */
export const refreshData = refreshJob.handledBy<VulnerabilitiesServices>(async ({ services, signal }) => {
  const { clock } = services;
  await refreshDue(services, signal, clock.monotonicMs() + TURN_MS);
  return { againAt: clock.now() + MINUTE_MS };
});

/** Sees to it that data are read, unless the operator wants none. */
export const refreshing: Schedule<VulnerabilitiesServices> = {
  name: 'data on vulnerabilities',
  due: async (tx, { vulnerabilityData, queue }) => (vulnerabilityData.sources.length > 0 ? keepUpkeep(tx, queue, [refreshJob({}, { dedupeKey: 'all' })]) : 0),
};

/** What reading needs; with a queue, what comes of it is judged at once. */
export type Refreshing = Pick<VulnerabilitiesServices, 'db' | 'store' | 'clock' | 'vulnerabilityData'> & Partial<Pick<VulnerabilitiesServices, 'queue'>>;

/** Reads every source that is due until `untilMs` of the monotonic clock; gives those that were tried. */
export async function refreshDue(services: Refreshing, signal: AbortSignal, untilMs: number): Promise<VulnerabilitySource[]> {
  const { db, store, clock, vulnerabilityData } = services;
  await prepareSources(store, clock.now());
  const due = await dueSources(db, clock.now());
  const tried: VulnerabilitySource[] = [];
  for (const row of due) {
    const source = vulnerabilityData.sources.find(one => one === row.id);
    if (source === undefined || signal.aborted || clock.monotonicMs() >= untilMs) continue;
    tried.push(source);
    await readSource(services, row, source, signal, untilMs);
  }
  return tried;
}

async function readSource(services: Refreshing, row: SourceRow, source: VulnerabilitySource, signal: AbortSignal, untilMs: number): Promise<void> {
  const { store, clock, vulnerabilityData } = services;
  const now = clock.now();
  const { read, everyMs } = readers[source];
  const ask = askOf(vulnerabilityData, source, signal);
  try {
    const reading = { position: row.position === null ? null : JSON.parse(row.position) as unknown, dataAsOf: row.data_as_of, entries: entriesOf(row), now, ask };
    for await (const { keep, position, dataAsOf, facts } of read(reading)) {
      await store.transaction(async tx => {
        if (keep) {
          await keep(tx);
          await reviseIndex(tx, source);
        }
        const end = dataAsOf === undefined ? null : { dataAsOf, dueAt: nextTime(now, everyMs, source) };
        await keepPosition(tx, source, now, { position, ...(facts === undefined ? {} : { facts }) }, end);
        if (keep) await judgeEverything(tx, services, now);
      });
      if (signal.aborted || clock.monotonicMs() >= untilMs) return;
    }
  } catch (error) {
    if (signal.aborted) return;
    if (!(error instanceof SourceFailed)) throw error;
    const askedMs = Math.min(error.retryAfterMs ?? 0, MAX_FAILED_MS);
    await keepFailure(services.db, source, now, error.message, Math.max(now + askedMs, nextTime(now, FAILED_MS, source)));
  }
}

function askOf(data: VulnerabilitiesServices['vulnerabilityData'], source: VulnerabilitySource, signal: AbortSignal): (path: string, known?: Parameters<typeof data.fetch>[2] & object) => ReturnType<typeof data.fetch> {
  let isFirst = true;
  return async (path, known) => {
    if (!isFirst && data.pauseMs(source) > 0) await new Promise(resolve => { setTimeout(resolve, data.pauseMs(source)); });
    isFirst = false;
    return data.fetch(source, path, known ?? null, signal);
  };
}
