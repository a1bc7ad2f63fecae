import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { schema } from '../src/app/registry.ts';
import { collectStartGarbage } from '../src/app/start-garbage.ts';
import { CENTER, openLocalSeo } from '../src/areas/web/local-seo/local.sample.ts';
import { connectors } from '../src/areas/web/local-seo/providers/index.ts';
import { systemClock } from '../src/core/clock.ts';
import { openStore } from '../src/store/index.ts';
import type { LabAsked, LabReady } from './geogrid-lab.ts';

const SIZE = 21;
const KEYWORDS = ['dentist', 'dental implant', 'tooth whitening', 'orthodontist', 'emergency dentist'];
const MOST_MIB = 100;
/** By then the program has given back what only its start needed. */
const IDLE_MS = 11_000;
const SAMPLE_MS = 100;

/** Prints what a grid of 21 by 21 points and five keywords takes: time, requests in any minute against the provider's limit, processor and memory of the program alone. */
export async function bench(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'dss-bench-'));
  const lab = fork(new URL('geogrid-lab.ts', import.meta.url));
  try {
    const [{ settings, own }] = await once(lab, 'message') as [LabReady];
    const store = await openStore({ dataDir, url: null, clock: systemClock, schema });
    const area = await openLocalSeo(store, { advance: () => {} }, { lab: { settings }, pause: (ms, signal) => (ms > 0 ? delay(ms, undefined, { signal }) : Promise.resolve()) });
    const { id: businessId } = await area.made<{ id: string }>('localSeo.businesses.create', { name: own.name, point: CENTER, placeIds: { google: own.googleId } });
    const { id } = await area.made<{ id: string }>('localSeo.geogrid.scan', { businessId, keywords: KEYWORDS, provider: 'dataForSeo', gridSize: SIZE, spacingMeters: 400, maxCostUsd: 10 });
    const start = new AbortController();
    collectStartGarbage(start.signal);
    await delay(IDLE_MS);
    start.abort();
    const before = process.memoryUsage.rss();
    let most = before;
    const sampling = setInterval(() => { most = Math.max(most, process.memoryUsage.rss()); }, SAMPLE_MS);
    const [started, cpu] = [performance.now(), process.cpuUsage()];
    const reported = await area.work();
    const seconds = (performance.now() - started) / 1000;
    const { user, system } = process.cpuUsage(cpu);
    clearInterval(sampling);
    lab.send('asked');
    const [{ times, different }] = await once(lab, 'message') as [LabAsked];
    const { status } = await area.made<{ status: string }>('localSeo.scans.get', { id });
    const { limit: { perSecond, burst } } = connectors.dataForSeo;
    const least = (times.length - burst) / perSecond;
    console.log(`${status}: ${times.length} requests for ${SIZE * SIZE * KEYWORDS.length} points, ${different} of them different${reported.map(one => `; ${one}`).join('')}`);
    console.log(`time: ${seconds.toFixed(1)} s, where the limit of the provider (${perSecond} a second, ${burst} at once) allows ${least.toFixed(1)} s (bar: 1.5 times that)`);
    console.log(`limit: at most ${mostInAMinute(times)} requests in any minute (bar: 2,000, the provider's)`);
    console.log(`processor: ${((user + system) / 1e6).toFixed(1)} s; memory: ${mibOf(before)} MiB before, and at most ${mibOf(most - before)} MiB more during the scan, the first of the process (bar: ${MOST_MIB} MiB more)`);
    await store.close();
  } finally {
    lab.kill();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function mibOf(bytes: number): number {
  return Math.round(bytes / 2 ** 20);
}

const MINUTE_MS = 60_000;

function mostInAMinute(times: readonly number[]): number {
  let [from, most] = [0, 0];
  for (let to = 0; to < times.length; to++) {
    while (times[to]! - times[from]! >= MINUTE_MS) from++;
    most = Math.max(most, to - from + 1);
  }
  return most;
}
