import type { Clock } from '../core/clock.ts';
import type { LocalSearch, SearchProvider } from '../core/outside/local-search.ts';
import { retryAfterMs } from './conditional.ts';
import type { HttpGet } from './http.ts';

/** A page of search results with everything in it has some 500 KiB. */
const MAX_BYTES = 4 << 20;
const TIMEOUT_MS = 30_000;

/** Where providers with a key are. */
const keyed = { google: 'https://places.googleapis.com/', serpApi: 'https://serpapi.com/', dataForSeo: 'https://api.dataforseo.com/' } as const;
/** The public addresses of those that can be run by oneself. */
const shared: ReadonlySet<string> = new Set(['nominatim.openstreetmap.org', 'photon.komoot.io', 'overpass-api.de']);

interface Terms {
  get: HttpGet;
  clock: Clock;
  /** `off` asks none; `direct` asks each at its address; a URL has those with a key at `<url><host>/<path>`. */
  from: string;
  googleKey: string | null;
  serpApiKey: string | null;
  dataForSeo: { login: string; password: string } | null;
  /** Addresses of those without a key; null where the operator names none. */
  urls: Readonly<Record<'searxng' | 'nominatim' | 'photon' | 'overpass', string | null>>;
}

/** Where a request goes, and what proves who asks. */
interface Access {
  base: string;
  configured: boolean;
  headers: Readonly<Record<string, string>>;
  /** Added to the query. */
  query: string;
}

/** Asks search services, each on its own time limit and up to 4 MiB; credentials stay in here. */
export function createLocalSearch({ get, clock, from, googleKey, serpApiKey, dataForSeo, urls }: Terms): LocalSearch {
  const mirror = from === 'direct' ? null : from;
  const withKey = (provider: keyof typeof keyed, given: Partial<Access> | null): [SearchProvider, Access][] => {
    if (given === null) return [];
    const url = keyed[provider];
    return [[provider, { base: mirror === null ? url : `${mirror}${new URL(url).host}/`, configured: mirror !== null, headers: {}, query: '', ...given }]];
  };
  const accesses = new Map<SearchProvider, Access>(from === 'off' ? [] : [
    ...withKey('google', googleKey === null ? null : { headers: { 'X-Goog-Api-Key': googleKey } }),
    ...withKey('serpApi', serpApiKey === null ? null : { query: `api_key=${encodeURIComponent(serpApiKey)}` }),
    ...withKey('dataForSeo', dataForSeo === null ? null : { headers: { Authorization: `Basic ${Buffer.from(`${dataForSeo.login}:${dataForSeo.password}`).toString('base64')}` } }),
    ...Object.entries(urls).flatMap(([provider, url]): [SearchProvider, Access][] => (url === null ? [] : [[provider as SearchProvider, { base: url.endsWith('/') ? url : `${url}/`, configured: true, headers: {}, query: '' }]])),
  ]);
  return {
    configured: [...accesses.keys()],
    isPublic: provider => provider in keyed || shared.has(new URL(accesses.get(provider)?.base ?? 'https://localhost').hostname),
    async ask(provider, { path, json, headers }, signal) {
      const access = accesses.get(provider);
      if (!access) return { outcome: 'failed', cause: 'it is not configured', status: null, sent: false, retryAfterMs: null };
      const query = access.query === '' ? '' : `${path.includes('?') ? '&' : '?'}${access.query}`;
      const reply = await get(`${access.base}${path}${query}`, {
        maxBytes: MAX_BYTES, timeoutMs: TIMEOUT_MS, signal, redirects: 0, accept: 'application/json', configured: access.configured, headers: { ...headers, ...access.headers }, ...(json === undefined ? {} : { json }),
      });
      if (reply.outcome === 'failed') return { outcome: 'failed', cause: reply.cause, status: null, sent: reply.stage === 'http', retryAfterMs: null };
      const { status, body, truncated } = reply;
      if (status !== 200) return { outcome: 'failed', cause: `it answered ${status}`, status, sent: true, retryAfterMs: retryAfterMs(reply.headers['retry-after'], clock.now()) };
      if (truncated) return { outcome: 'failed', cause: `it sent more than ${MAX_BYTES >> 20} MiB`, status, sent: true, retryAfterMs: null };
      return { outcome: 'answered', body };
    },
  };
}
