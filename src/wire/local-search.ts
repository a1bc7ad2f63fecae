import type { Clock } from '../core/clock.ts';
import type { KeyedProvider, LocalSearch, SearchCredentials, SearchProvider, SearchReply } from '../core/outside/local-search.ts';
import { retryAfterMs } from './conditional.ts';
import type { GetOptions, HttpGet } from './http.ts';
import { mirrorOf } from './mirror.ts';

/** A page of search results with everything in it has some 500 KiB. */
const MAX_BYTES = 4 << 20;
const TIMEOUT_MS = 30_000;

/** Where providers with a key are. */
const keyed: Readonly<Record<KeyedProvider, string>> = { google: 'https://places.googleapis.com/', serpApi: 'https://serpapi.com/', dataForSeo: 'https://api.dataforseo.com/' };
const TOKEN_HOST = 'oauth2.googleapis.com';
const MAX_TOKEN = 4096;
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
  const { isOn, isMirrored, at } = mirrorOf(from);
  const baseOf = (host: string): string => at(`https://${host}/`);
  const withKey = (provider: KeyedProvider, given: SearchCredentials | null): [SearchProvider, Access][] =>
    (given === null || !isOn ? [] : [[provider, { base: baseOf(new URL(keyed[provider]).host), configured: isMirrored, ...proofOf(provider, given) }]]);
  const accesses = new Map<SearchProvider, Access>(!isOn ? [] : [
    ...withKey('google', googleKey === null ? null : { key: googleKey }), ...withKey('serpApi', serpApiKey === null ? null : { key: serpApiKey }), ...withKey('dataForSeo', dataForSeo),
    ...Object.entries(urls).flatMap(([provider, url]): [SearchProvider, Access][] => (url === null ? [] : [[provider as SearchProvider, { base: url.endsWith('/') ? url : `${url}/`, configured: true, headers: {}, query: '' }]])),
  ]);

  async function request(url: string, options: Pick<GetOptions, 'headers' | 'json' | 'form' | 'configured' | 'signal'>): Promise<SearchReply> {
    const reply = await get(url, { maxBytes: MAX_BYTES, timeoutMs: TIMEOUT_MS, redirects: 0, accept: 'application/json', ...options });
    if (reply.outcome === 'failed') return { outcome: 'failed', cause: reply.cause, status: null, sent: reply.stage === 'http', retryAfterMs: null };
    const { status, body, truncated } = reply;
    if (status !== 200) return { outcome: 'failed', cause: `it answered ${status}`, status, sent: true, retryAfterMs: retryAfterMs(reply.headers['retry-after'], clock.now()) };
    if (truncated) return { outcome: 'failed', cause: `it sent more than ${MAX_BYTES >> 20} MiB`, status, sent: true, retryAfterMs: null };
    return { outcome: 'answered', body };
  }

  return {
    configured: [...accesses.keys()],
    takesKeys: isOn,
    isPublic: provider => provider in keyed || shared.has(new URL(accesses.get(provider)?.base ?? 'https://localhost').hostname),
    ask(provider, { path, json, headers }, signal, credentials = null) {
      const access = credentials === null ? accesses.get(provider) : withKey(provider as KeyedProvider, credentials)[0]?.[1];
      if (!access) return Promise.resolve({ outcome: 'failed', cause: 'it is not configured', status: null, sent: false, retryAfterMs: null });
      const query = access.query === '' ? '' : `${path.includes('?') ? '&' : '?'}${access.query}`;
      return request(`${access.base}${path}${query}`, { signal, configured: access.configured, headers: { ...headers, ...access.headers }, ...(json === undefined ? {} : { json }) });
    },
    async openProfile({ clientId, clientSecret, refreshToken }, signal) {
      if (!isOn) return { outcome: 'failed', cause: 'the operator switched it off', status: null, sent: false, retryAfterMs: null };
      const form = String(new URLSearchParams({ grant_type: 'refresh_token', client_id: clientId, client_secret: clientSecret, refresh_token: refreshToken }));
      const reply = await request(`${baseOf(TOKEN_HOST)}token`, { form, signal, configured: isMirrored });
      if (reply.outcome === 'failed') return reply;
      const token = tokenIn(reply.body);
      if (token === null) return { outcome: 'failed', cause: 'it sent no access token', status: 200, sent: true, retryAfterMs: null };
      return (host, path) => request(`${baseOf(host)}${path}`, { signal, configured: isMirrored, headers: { Authorization: `Bearer ${token}` } });
    },
  };
}

/** How a request says who asks. */
function proofOf(provider: KeyedProvider, given: SearchCredentials): Pick<Access, 'headers' | 'query'> {
  if ('login' in given) return { headers: { Authorization: `Basic ${Buffer.from(`${given.login}:${given.password}`).toString('base64')}` }, query: '' };
  return provider === 'google' ? { headers: { 'X-Goog-Api-Key': given.key }, query: '' } : { headers: {}, query: `api_key=${encodeURIComponent(given.key)}` };
}

function tokenIn(body: Uint8Array): string | null {
  try {
    const { access_token: token } = JSON.parse(Buffer.from(body).toString('utf8')) as { access_token?: unknown };
    return typeof token === 'string' && token.length <= MAX_TOKEN && /^[\w.~+/=-]+$/.test(token) ? token : null;
  } catch {
    return null;
  }
}
