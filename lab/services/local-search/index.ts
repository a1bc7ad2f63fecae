import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen, type Listening } from '../listen.ts';
import { metersBetween, rankedAt, type CityBusiness } from './city.ts';
import { labKeys, labProfile, providerShapes, type City, type WebPage } from './shapes.ts';

export { labKeys } from './shapes.ts';
export { cityAround, metersBetween, rankedAt, type CityBusiness } from './city.ts';

/** `limited` answers 429 and asks for a second, `slow` begins its answer and never ends it, `denied` refuses the key, `empty` finds nothing, `garbage` is a page of HTML, `truncated` breaks off in the middle. */
export type SearchFault = 'limited' | 'serverError' | 'slow' | 'truncated' | 'denied' | 'empty' | 'garbage';

/** A request as it came. */
export interface SearchAsked {
  /** The host or the name of the provider. */
  provider: string;
  keyword: string;
  headers: IncomingMessage['headers'];
  status: number;
  atMs: number;
  /** Path, query and body: equal for the same question. */
  question: string;
}

/** Search services that know one synthetic city; those with a key at `<url><host>/…`, the others at `<url><name>/`. */
export interface LocalSearchServer extends Listening {
  /** Ends with a slash. */
  url: string;
  /** The settings of the program that set all of them up. */
  settings: Readonly<Record<string, string>>;
  setCity(city: readonly CityBusiness[]): void;
  setPages(keyword: string, pages: readonly WebPage[]): void;
  /** What an AI cites when it answers the keyword: null where its sources come later, undefined for no answer. */
  setAiAnswer(keyword: string, cited: readonly string[] | null | undefined): void;
  /** From now on, for as many requests as are given; null takes it away. */
  setFault(provider: string, fault: SearchFault | null, times?: number): void;
  /** Each request since the last call. */
  takeAsked(): SearchAsked[];
}

const MAX_BODY = 100_000;

export async function startLocalSearch(): Promise<LocalSearchServer> {
  let city: readonly CityBusiness[] = [];
  const pages = new Map<string, readonly WebPage[]>();
  const cited = new Map<string, readonly string[] | null>();
  const faults = new Map<string, { fault: SearchFault; left: number }>();
  const asked: SearchAsked[] = [];
  const known: City = {
    ranked: (point, keyword) => (keyword === 'nothing' ? [] : rankedAt(city, point)),
    near: (point, keyword, meters) => (keyword === 'nothing' ? [] : byDistance(point, city, meters)),
    withTag: (point, key, value, meters) => byDistance(point, city.filter(({ tag }) => tag[0] === key && tag[1] === value), meters),
    pages: keyword => pages.get(keyword) ?? [],
    aiAnswer: keyword => cited.get(keyword),
    profile: (host, path) => labProfile[`${host}${path}`],
  };
  const empty: City = { ranked: () => [], near: () => [], withTag: () => [], pages: () => [], aiAnswer: () => undefined, profile: () => ({}) };
  const listening = await listen(createServer((request, response) => void answer(request, response)));
  const url = `http://127.0.0.1:${listening.port}/`;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams: query } = new URL(request.url!, url);
    const [, provider = '', path = ''] = /^\/([^/]+)(\/.*)$/.exec(pathname) ?? [];
    const text = await textOf(request);
    const shape = providerShapes[provider];
    const body = text === '' ? null : request.headers['content-type'] === 'application/json' ? JSON.parse(text) as unknown : Object.fromEntries(new URLSearchParams(text));
    const fault = takeFault(provider);
    const question = { path, query, body, headers: request.headers };
    const may = shape?.mayAsk(question) === true && fault !== 'denied';
    const reply = !shape ? { status: 404, body: {} } : may ? shape.answer(question, fault === 'empty' ? empty : known) : shape.denied;
    const status = fault === 'limited' ? 429 : fault === 'serverError' ? 500 : reply.status;
    asked.push({ provider, keyword: keywordOf(query, body), headers: request.headers, status, atMs: performance.now(), question: `${provider}${path}?${String(query)} ${text}` });
    if (fault === 'slow') return void response.writeHead(200).write('{');
    if (fault === 'garbage') return void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Service unavailable</html>');
    if (fault === 'truncated') return void response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' }).write('{', () => response.destroy());
    response.writeHead(status, { 'content-type': 'application/json', ...(fault === 'limited' && { 'retry-after': '1' }) }).end(status === 429 || status === 500 ? '' : JSON.stringify(reply.body));
  }

  function takeFault(provider: string): SearchFault | null {
    const posted = faults.get(provider);
    if (!posted || posted.left-- <= 0) return null;
    return posted.fault;
  }

  return {
    ...listening,
    url,
    settings: {
      DSS_LOCAL_SEARCH: url, DSS_GOOGLE_MAPS_KEY: labKeys.google, DSS_SERPAPI_KEY: labKeys.serpApi, DSS_DATAFORSEO_LOGIN: labKeys.login, DSS_DATAFORSEO_PASSWORD: labKeys.password,
      DSS_SEARXNG_URL: `${url}searxng/`, DSS_NOMINATIM_URL: `${url}nominatim/`, DSS_PHOTON_URL: `${url}photon/`, DSS_OVERPASS_URL: `${url}overpass/`,
    },
    setCity: given => { city = given; },
    setPages: (keyword, given) => void pages.set(keyword, given),
    setAiAnswer: (keyword, given) => void (given === undefined ? cited.delete(keyword) : cited.set(keyword, given)),
    setFault: (provider, fault, times = Infinity) => void (fault === null ? faults.delete(provider) : faults.set(provider, { fault, left: times })),
    takeAsked: () => asked.splice(0),
  };
}

function byDistance(point: { lat: number; lng: number }, city: readonly CityBusiness[], meters: number): CityBusiness[] {
  return city.filter(one => metersBetween(one, point) <= meters).toSorted((one, other) => metersBetween(one, point) - metersBetween(other, point));
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) if ((text += String(chunk)).length > MAX_BODY) break;
  return text;
}

function keywordOf(query: URLSearchParams, body: unknown): string {
  const first = (Array.isArray(body) ? body[0] : body) as { textQuery?: string; keyword?: string } | null;
  return first?.textQuery ?? first?.keyword ?? query.get('q') ?? query.get('data') ?? '';
}
