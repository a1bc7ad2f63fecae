import { createVerify, generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen, type Listening } from './listen.ts';

/** The services of the lab by their hosts. */
export const searchDataHosts = { token: 'oauth2.googleapis.com', searchConsole: 'www.googleapis.com', bingWebmaster: 'ssl.bing.com', crux: 'chromeuxreport.googleapis.com', indexNow: 'api.indexnow.org' } as const;
export type SearchDataHost = keyof typeof searchDataHosts;

/** What opens the services of the lab. */
export const labSearchKeys = { clientId: 'lab.apps.googleusercontent.com', clientSecret: 'lab-client-secret', refreshToken: '1//lab-refresh-token', bingWebmaster: 'lab-bing-key', crux: 'lab-crux-key', clientEmail: 'lab@lab.iam.gserviceaccount.com' };

/**
 * `limited` asks for an hour of patience, `brieflyLimited` for a second and once, `expired` refuses a token once, `refusesKey` refuses the credentials, `notAllowed` what they reach, `serverError` answers 503,
 * `slow` begins its answer and never ends it, `truncated` breaks off, `garbage` is a page of HTML, `otherForm` is JSON of another form, `empty` knows nothing.
 */
export type SearchDataFault = 'limited' | 'brieflyLimited' | 'expired' | 'refusesKey' | 'notAllowed' | 'serverError' | 'slow' | 'truncated' | 'garbage' | 'otherForm' | 'empty';

/** Nothing is done of what was asked for. */
const refusals: ReadonlySet<SearchDataFault> = new Set(['limited', 'brieflyLimited', 'refusesKey', 'notAllowed', 'serverError']);

export interface LabClicks {
  url: string;
  query?: string;
  clicks: number;
  impressions: number;
  position: number;
}

/** What the services know; a test may change it at any time. */
export interface SearchDataWorld {
  /** The properties of Search Console that the lab's credentials reach. */
  properties: string[];
  pages: LabClicks[];
  queries: LabClicks[];
  /** Websites that the key of Bing reaches, and what Bing counted in weeks that ended so many days ago. */
  sites: string[];
  weeks: (LabClicks & { daysAgo: number })[];
  /** p75 of LCP, INP (ms) and CLS with the share of good visits, by page or origin. */
  speeds: Record<string, { lcp: number; inp: number; cls: number; good: number }>;
  /** The key that each host serves. */
  keyFiles: Record<string, string>;
}

export interface SearchDataServer extends Listening {
  /** Ends with a slash: the value of `DSS_SEARCH_DATA`. */
  url: string;
  world: SearchDataWorld;
  /** The JSON file of the key of the lab's service account. */
  serviceAccountFile(): string;
  setFault(host: SearchDataHost, fault: SearchDataFault | null): void;
  /** Each request since the last call: method, status, host and path. */
  takeAsked(): string[];
  /** Addresses that were submitted since the last call. */
  takeSubmitted(): string[];
}

const DAY_MS = 86_400_000;
const MAX_BODY = 4_000_000;
const MAX_ROWS = 25_000;

type Reply = { status: number; body: unknown };
const ok = (body: unknown): Reply => ({ status: 200, body });
const googleError = (status: number, reason: string, message: string): Reply => ({ status, body: { error: { code: status, message, status: reason.toUpperCase(), errors: [{ message, domain: 'global', reason }] } } });

export function emptySearchData(): SearchDataWorld {
  return { properties: [], pages: [], queries: [], sites: [], weeks: [], speeds: {}, keyFiles: {} };
}

/** Starts the services; `now` is what Bing counts its weeks from. */
export async function startSearchData(now: () => number = Date.now): Promise<SearchDataServer> {
  const world = emptySearchData();
  const faults = new Map<SearchDataHost, SearchDataFault>();
  const [asked, submitted, tokens] = [[] as string[], [] as string[], new Set<string>()];
  let keys: { publicKey: string; privateKey: string } | null = null;
  const keyPair = () => (keys ??= generateKeyPairSync('rsa', { modulusLength: 2048, publicKeyEncoding: { type: 'spki', format: 'pem' }, privateKeyEncoding: { type: 'pkcs8', format: 'pem' } }));
  const listening = await listen(createServer((request, response) => void answer(request, response)));

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, search, searchParams: query } = new URL(request.url!, 'http://lab');
    const [, host = '', ...parts] = pathname.split('/');
    const service = (Object.keys(searchDataHosts) as SearchDataHost[]).find(one => searchDataHosts[one] === host);
    const body = await bodyOf(request);
    const path = parts.join('/');
    response.on('close', () => asked.push(`${request.method} ${response.statusCode} ${host}/${path}${search}`));
    if (service === undefined) return void response.writeHead(502).end();
    const fault = faults.get(service);
    if (fault === 'brieflyLimited' || fault === 'expired') faults.delete(service);
    const bearer = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    if (fault === 'expired') tokens.delete(bearer);
    const isRefused = fault !== undefined && refusals.has(fault);
    send(response, isRefused ? { status: 500, body: null } : services[service]({ path, query, body, bearer, headers: request.headers, isEmpty: fault === 'empty' }), fault, service);
  }

  const services: Readonly<Record<SearchDataHost, (question: Question) => Reply>> = {
    token({ body }) {
      const form = new URLSearchParams(body);
      const isPerson = form.get('grant_type') === 'refresh_token' && form.get('client_id') === labSearchKeys.clientId && form.get('client_secret') === labSearchKeys.clientSecret && form.get('refresh_token') === labSearchKeys.refreshToken;
      if (!isPerson && !isServiceAccount(form.get('assertion') ?? '')) return { status: 400, body: { error: 'invalid_grant', error_description: 'Token has been expired or revoked.' } };
      const token = `ya29.lab-${tokens.size}-${asked.length}`;
      tokens.add(token);
      return ok({ access_token: token, expires_in: 3599, token_type: 'Bearer' });
    },
    searchConsole({ path, body, bearer, isEmpty }) {
      const property = /^webmasters\/v3\/sites\/([^/]+)\/searchAnalytics\/query$/.exec(path)?.[1];
      if (property === undefined) return googleError(404, 'notFound', 'Not Found');
      if (!tokens.has(bearer)) return googleError(401, 'authError', 'Invalid Credentials');
      if (!world.properties.includes(decodeURIComponent(property))) return googleError(403, 'forbidden', `User does not have sufficient permission for site '${decodeURIComponent(property)}'.`);
      const { dimensions, rowLimit = 1000, startRow = 0 } = JSON.parse(body) as { dimensions: string[]; rowLimit?: number; startRow?: number };
      const all = isEmpty ? [] : (dimensions.includes('query') ? world.queries : world.pages).toSorted((a, b) => b.clicks - a.clicks);
      const rows = all.slice(startRow, startRow + Math.min(rowLimit, MAX_ROWS)).map(({ url, query, clicks, impressions, position }) => ({ keys: dimensions.map(one => (one === 'query' ? query : url)), clicks, impressions, ctr: clicks / impressions, position }));
      return ok({ ...(rows.length > 0 && { rows }), responseAggregationType: 'byPage' });
    },
    bingWebmaster({ path, query, isEmpty }) {
      if (query.get('apikey') !== labSearchKeys.bingWebmaster) return { status: 400, body: { ErrorCode: 3, Message: 'ERROR!!! InvalidApiKey' } };
      if (path !== 'webmaster/api.svc/json/GetPageStats') return { status: 404, body: '' };
      if (!world.sites.includes(query.get('siteUrl') ?? '')) return { status: 400, body: { ErrorCode: 14, Message: 'ERROR!!! NotAuthorized' } };
      return ok({ d: isEmpty ? [] : world.weeks.map(({ url, clicks, impressions, position, daysAgo }) => ({ __type: 'QueryStats:#Microsoft.Bing.Webmaster.Api', AvgClickPosition: clicks === 0 ? -1 : position, AvgImpressionPosition: position, Clicks: clicks, Date: `/Date(${now() - daysAgo * DAY_MS}-0700)/`, Impressions: impressions, Query: url })) });
    },
    crux({ path, body, headers, isEmpty }) {
      if (path !== 'v1/records:queryRecord') return googleError(404, 'notFound', 'Not Found');
      if (headers['x-goog-api-key'] !== labSearchKeys.crux) return { status: 400, body: { error: { code: 400, message: 'API key not valid.', status: 'INVALID_ARGUMENT', details: [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', 'reason': 'API_KEY_INVALID' }] } } };
      const { url, origin } = JSON.parse(body) as { url?: string; origin?: string };
      const speed = isEmpty ? undefined : world.speeds[url ?? origin ?? ''];
      if (!speed) return { status: 404, body: { error: { code: 404, message: 'chrome ux report data not found', status: 'NOT_FOUND' } } };
      const metric = (p75: number | string) => ({ histogram: [{ start: 0, density: speed.good }, { density: (1 - speed.good) / 2 }, { density: (1 - speed.good) / 2 }], percentiles: { p75 } });
      return ok({ record: { key: url === undefined ? { origin } : { url }, metrics: { largest_contentful_paint: metric(speed.lcp), interaction_to_next_paint: metric(speed.inp), cumulative_layout_shift: metric(String(speed.cls)) } } });
    },
    indexNow({ path, body }) {
      if (path !== 'indexnow') return { status: 404, body: null };
      const { host, key, urlList } = JSON.parse(body) as { host: string; key: string; urlList: string[] };
      if (world.keyFiles[host] !== key) return { status: 403, body: { code: 'UserForbiddedToAccessSite' } };
      if (urlList.length > 10_000 || urlList.some(url => new URL(url).host !== host)) return { status: 422, body: { code: 'InvalidRequestParameters' } };
      submitted.push(...urlList);
      return { status: 202, body: null };
    },
  };

  /** RFC 7523 §3, as far as Google checks it. */
  function isServiceAccount(assertion: string): boolean {
    const [head, claims, signature] = assertion.split('.');
    if (!head || !claims || !signature) return false;
    const { iss, scope, aud, iat, exp } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { iss: string; scope: string; aud: string; iat: number; exp: number };
    return iss === labSearchKeys.clientEmail && scope.endsWith('/auth/webmasters.readonly') && aud === 'https://oauth2.googleapis.com/token' && exp - iat <= 3600
      && createVerify('RSA-SHA256').update(`${head}.${claims}`).verify(keyPair().publicKey, signature, 'base64url');
  }

  return {
    ...listening, world,
    url: `http://127.0.0.1:${listening.port}/`,
    serviceAccountFile: () => JSON.stringify({ type: 'service_account', project_id: 'lab', private_key_id: '1', private_key: keyPair().privateKey, client_email: labSearchKeys.clientEmail, token_uri: 'https://elsewhere.example/token' }),
    setFault: (host, fault) => void (fault === null ? faults.delete(host) : faults.set(host, fault)),
    takeAsked: () => asked.splice(0),
    takeSubmitted: () => submitted.splice(0),
  };
}

interface Question {
  path: string;
  query: URLSearchParams;
  body: string;
  bearer: string;
  headers: IncomingMessage['headers'];
  isEmpty: boolean;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8') as AsyncIterable<string>) if ((text += chunk).length > MAX_BODY) break;
  return text;
}

function send(response: ServerResponse, { status, body }: Reply, fault: SearchDataFault | undefined, host: SearchDataHost): void {
  const json = Buffer.from(body === null ? '' : JSON.stringify(body));
  switch (fault) {
    case 'limited': return void response.writeHead(429, { 'retry-after': '3600' }).end('{"error":{"code":429,"status":"RESOURCE_EXHAUSTED"}}');
    case 'brieflyLimited': return void response.writeHead(429, { 'retry-after': '1' }).end();
    case 'refusesKey': return host === 'bingWebmaster' ? void response.writeHead(400).end('{"ErrorCode":3,"Message":"ERROR!!! InvalidApiKey"}') : void response.writeHead(401).end('{"error":{"code":401,"status":"UNAUTHENTICATED"}}');
    case 'notAllowed': return host === 'bingWebmaster' ? void response.writeHead(400).end('{"ErrorCode":14,"Message":"ERROR!!! NotAuthorized"}') : void response.writeHead(403).end('{"error":{"code":403,"status":"PERMISSION_DENIED","errors":[{"reason":"forbidden"}]}}');
    case 'serverError': return void response.writeHead(503).end('Service unavailable');
    case 'slow': return void response.writeHead(200, { 'content-type': 'application/json' }).write('{"');
    case 'garbage': return void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Welcome to the network</html>');
    case 'otherForm': return void response.writeHead(200, { 'content-type': 'application/json' }).end('"maintenance"');
    case 'truncated': return void response.writeHead(200, { 'content-length': String(json.length + 20) }).write(json.subarray(0, json.length / 2 + 1), () => response.destroy());
    case 'expired': case 'empty': case undefined: return void response.writeHead(status, { 'content-type': 'application/json' }).end(json);
  }
}
