import type { Clock } from '../core/clock.ts';
import { unlessLate } from './deadline.ts';

/** RDAP base URLs by domain suffix, A-labels in lower case; '' stands for every name. */
export type Bootstrap = ReadonlyMap<string, readonly string[]>;

/** The registry file in `text` (RFC 9224 §3, §4); URLs that cannot be used are left out. Total on any input. */
export function parseBootstrap(text: string): Bootstrap | { malformed: string } {
  const file = parseJson(text);
  if (file === undefined) return { malformed: 'the bootstrap file is not JSON' };
  const services = isObject(file) ? file['services'] : undefined;
  if (!Array.isArray(services)) return { malformed: 'the bootstrap file has no list of services' };
  const bootstrap = new Map<string, readonly string[]>();
  for (const service of services as unknown[]) {
    if (!isService(service)) return { malformed: 'a service of the bootstrap file is not a pair of lists of strings' };
    const [suffixes, urls] = service;
    for (const suffix of suffixes) bootstrap.set(suffix.toLowerCase(), urls.filter(isUsable).toSorted(secureFirst));
  }
  return bootstrap;
}

/** The base URLs of the longest suffix of `name` by whole labels (RFC 9224 §4), best first; empty where the file has none. */
export function baseUrls(bootstrap: Bootstrap, name: string): readonly string[] {
  const labels = name.split('.');
  for (let from = 0; from <= labels.length; from++) {
    const urls = bootstrap.get(labels.slice(from).join('.'));
    if (urls) return urls;
  }
  return [];
}

const FRESH_MS = 24 * 3600 * 1000;
const RETRY_MS = 30_000;

/** Gives the bootstrap in force, or why there is none. */
export type FindBootstrap = (signal: AbortSignal) => Promise<Bootstrap | { malformed: string }>;

/**
 * Remembers what `fetch` brings for a day, and its failures for half a minute; an old file is better than none.
 * Callers at the same time share one fetch, which goes on when one of them gives up.
 */
export function rememberBootstrap(fetch: () => Promise<Bootstrap | { malformed: string }>, clock: Clock): FindBootstrap {
  let known: Bootstrap | { malformed: string } | undefined;
  let freshUntilMs = -Infinity;
  let fetching: Promise<void> | undefined;

  const refresh = async () => {
    const fetched = await fetch();
    const failed = 'malformed' in fetched;
    if (!failed || !(known instanceof Map)) known = fetched;
    freshUntilMs = clock.monotonicMs() + (failed ? RETRY_MS : FRESH_MS);
    fetching = undefined;
  };
  return async signal => {
    if (known && clock.monotonicMs() < freshUntilMs) return known;
    fetching ??= refresh();
    await unlessLate(fetching, signal, undefined);
    return known ?? { malformed: 'the bootstrap file did not come in time' };
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function isService(value: unknown): value is [string[], string[]] {
  return Array.isArray(value) && value.length === 2 && value.every(list => Array.isArray(list) && list.every(item => typeof item === 'string'));
}

function isUsable(url: string): boolean {
  return /^https?:\/\//i.test(url) && URL.canParse(url) && !/%(?![0-9a-f]{2})/i.test(url);
}

function secureFirst(a: string, b: string): number {
  return Number(/^https:/i.test(b)) - Number(/^https:/i.test(a));
}
