import { isWithin } from '../../../../core/domain-name.ts';
import type { PageLoads, PageRequest } from '../../../../core/outside/browse.ts';
import { loadKinds, type LoadKind, type PerformanceFacts } from '../page/index.ts';

const MAX_THIRD_PARTIES = 50;
const MAX_FAILED = 20;
/** A task is long from here on (https://www.w3.org/TR/longtasks-1/). */
const LONG_MS = 50;
/** Of a window of layout shifts (https://web.dev/articles/cls). */
const [GAP_MS, WINDOW_MS] = [1000, 5000];

/** Cumulative Layout Shift: the largest sum of shifts that are less than a second apart, over five seconds at most. `shifts` stand in their order. */
export function clsOf(shifts: readonly { atMs: number; value: number }[]): number {
  let [worst, sum, firstMs, lastMs] = [0, 0, 0, 0];
  for (const { atMs, value } of shifts) {
    const goesOn = sum > 0 && atMs - lastMs < GAP_MS && atMs - firstMs < WINDOW_MS;
    if (!goesOn) [sum, firstMs] = [0, atMs];
    sum += value;
    lastMs = atMs;
    worst = Math.max(worst, sum);
  }
  return Math.round(1000 * worst) / 1000;
}

/** Total Blocking Time in milliseconds: what tasks took beyond 50 ms, after the first paint; null where nothing was painted. */
export function tbtOf(tasks: readonly { atMs: number; tookMs: number }[], fcpMs: number | null): number | null {
  if (fcpMs === null) return null;
  const blocked = tasks.map(({ atMs, tookMs }) => Math.max(0, atMs + tookMs - Math.max(atMs + LONG_MS, fcpMs)));
  return Math.round(blocked.reduce((sum, ms) => sum + ms, 0));
}

const kindByType: Readonly<Record<string, LoadKind>> = Object.fromEntries(loadKinds.map(kind => [kind, kind]));

/** What the page loaded, by kind and by whose it is; what does not stand below `domain` is of others. */
export function loadsOf({ requests, beyond, errors }: PageLoads, domain: string): Pick<PerformanceFacts, 'requests' | 'bytes' | 'thirdParties' | 'failed' | 'errors'> {
  const bytes = Object.fromEntries(loadKinds.map(kind => [kind, 0])) as Record<LoadKind, number>;
  const others = new Map<string, { host: string; requests: number; bytes: number }>();
  for (const request of requests) {
    bytes[kindByType[request.type] ?? 'other'] += request.bytes;
    const host = URL.parse(request.url)?.hostname ?? '';
    if (host === '' || isWithin(host, domain.replace(/^www\./, ''))) continue;
    const other = others.get(host) ?? { host, requests: 0, bytes: 0 };
    others.set(host, { host, requests: other.requests + 1, bytes: other.bytes + request.bytes });
  }
  return {
    requests: requests.length + beyond, bytes, errors,
    thirdParties: [...others.values()].toSorted((a, b) => b.bytes - a.bytes || (a.host < b.host ? -1 : 1)).slice(0, MAX_THIRD_PARTIES),
    failed: requests.filter(hasFailed).slice(0, MAX_FAILED).map(({ url, status }) => `${url}: ${status === null ? 'no answer' : `status ${status}`}`),
  };
}

function hasFailed({ type, status, url }: PageRequest): boolean {
  return type !== 'document' && /^https?:/.test(url) && (status === null || status >= 400);
}
