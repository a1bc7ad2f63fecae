import { setTimeout as delay } from 'node:timers/promises';
import { cityAround, startLocalSearch } from '../lab/services/local-search/index.ts';
import { CENTER, openLocalSeo } from '../src/areas/web/local-seo/local.sample.ts';
import { connectors } from '../src/areas/web/local-seo/providers/index.ts';
import { systemClock } from '../src/core/clock.ts';
import { makeSqlite } from '../test/databases.ts';

const SIZE = 21;
const KEYWORDS = ['dentist', 'dental implant', 'tooth whitening', 'orthodontist', 'emergency dentist'];
const BUSINESSES = 300;
const MOST_MIB = 100;

/** Prints what a grid of 21 by 21 points and five keywords takes: time, requests in any second against the provider's limit, processor and memory. */
export async function bench(): Promise<void> {
  const [database, lab] = [makeSqlite(), await startLocalSearch()];
  try {
    const city = cityAround({ ...CENTER, seed: 11, count: BUSINESSES });
    lab.setCity(city);
    const area = await openLocalSeo(await database.open(systemClock), { advance: () => {} }, { lab, pause: (ms, signal) => (ms > 0 ? delay(ms, undefined, { signal }) : Promise.resolve()) });
    const { id: businessId } = await area.made<{ id: string }>('localSeo.businesses.create', { name: city[0]!.name, point: CENTER, placeIds: { google: city[0]!.googleId } });
    const { id } = await area.made<{ id: string }>('localSeo.geogrid.scan', { businessId, keywords: KEYWORDS, provider: 'dataForSeo', gridSize: SIZE, spacingMeters: 400, maxCostUsd: 10 });
    const [started, cpu, before] = [performance.now(), process.cpuUsage(), maxMiB()];
    const reported = await area.work();
    const seconds = (performance.now() - started) / 1000;
    const { user, system } = process.cpuUsage(cpu);
    const asked = lab.takeAsked();
    const { status } = await area.made<{ status: string }>('localSeo.scans.get', { id });
    const { limit: { perSecond, burst } } = connectors.dataForSeo;
    const least = (asked.length - burst) / perSecond;
    console.log(`${status}: ${asked.length} requests for ${SIZE * SIZE * KEYWORDS.length} points, ${new Set(asked.map(({ question }) => question)).size} of them different${reported.map(one => `; ${one}`).join('')}`);
    console.log(`time: ${seconds.toFixed(1)} s, where the limit of the provider (${perSecond} a second, ${burst} at once) allows ${least.toFixed(1)} s (bar: 1.5 times that)`);
    console.log(`limit: at most ${mostInAMinute(asked.map(({ atMs }) => atMs))} requests in any minute (bar: 2,000, the provider's)`);
    console.log(`processor: ${((user + system) / 1e6).toFixed(1)} s, the lab's servers included; memory: at most ${before} MiB before, and ${maxMiB() - before} MiB more during the scan (bar: ${MOST_MIB} MiB more)`);
  } finally {
    await lab.stop();
    await database.remove();
  }
}

function maxMiB(): number {
  return Math.round(process.resourceUsage().maxRSS / 1024);
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
