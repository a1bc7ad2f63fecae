import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen, type Listening } from './listen.ts';

/**
 * `limited` answers 429 and asks for an hour, `brieflyLimited` once for a second, `truncated` breaks off in the middle of what it announced, `slow` begins its
 * answer and never ends it, `garbage` is a page of HTML, `otherForm` is JSON of another kind, `refusesKey` and `refusesPlan` are 401 and 403.
 */
export type DarkWebFault = 'limited' | 'brieflyLimited' | 'serverError' | 'truncated' | 'slow' | 'garbage' | 'otherForm' | 'refusesKey' | 'refusesPlan';

/** Hosts of the sources, as they are on the Internet. */
const darkWebHosts = { hibp: 'haveibeenpwned.com', hudsonRock: 'cavalier.hudsonrock.com', ransomwareLive: 'api.ransomware.live', leakCheck: 'leakcheck.io', intelX: '2.intelx.io', dehashed: 'api.dehashed.com' } as const;
export type DarkWebHost = keyof typeof darkWebHosts;

export interface LabBreach {
  Name: string;
  Title: string;
  BreachDate: string;
  AddedDate: string;
  ModifiedDate: string;
  DataClasses: string[];
  IsVerified: boolean;
  IsSensitive: boolean;
  IsStealerLog: boolean;
}

/** What the sources know. Each part may be changed while the server runs. */
export interface DarkWebData {
  hibp: {
    subscription: Record<string, unknown>;
    /** Domains that the owner of the key has verified there. */
    verified: string[];
    /** Values of TXT records, by domain, as DNS has them. */
    records: Record<string, string[]>;
    breaches: LabBreach[];
    /** By domain: alias to names of breaches. */
    breached: Record<string, Record<string, string[]>>;
    /** By domain: alias to websites. */
    stealers: Record<string, Record<string, string[]>>;
    /** By domain of a website: addresses of its customers. */
    customers: Record<string, string[]>;
  };
  /** By domain. */
  hudsonRock: Record<string, object>;
  ransomwareLive: object[];
  /** By domain. */
  leakCheck: Record<string, object[]>;
  intelX: Record<string, object[]>;
  dehashed: Record<string, object[]>;
}

/** A mirror of the sources of leaked credentials: each lies at `<url><host>/<path>`. */
export interface DarkWebServer extends Listening {
  /** Ends with a slash. */
  url: string;
  data: DarkWebData;
  setFault(source: DarkWebHost, fault: DarkWebFault | null): void;
  /** Method, status and `<host>/<path>` of each request since the last call. */
  takeAsked(): string[];
}

export const labKeys = { hibp: '0123456789abcdef0123456789abcdef', leakCheck: 'leakcheck-key', intelX: '11111111-2222-3333-4444-555555555555', dehashed: 'dehashed-key' } as const;

/** What a query is refused with that lacks what every one needs; null for none. */
type Refusal = { status: number; body: object } | null;

export function emptyDarkWeb(): DarkWebData {
  return {
    hibp: { subscription: { SubscriptionName: 'Pro 1', Description: 'Up to 12000 requests a minute', SubscribedUntil: '2030-01-01T00:00:00', Rpm: 60_000, DomainSearchMaxBreachedAccounts: 1000, MaxBreachedDomains: 10, IncludesStealerLogs: true }, verified: [], records: {}, breaches: [], breached: {}, stealers: {}, customers: {} },
    hudsonRock: {}, ransomwareLive: [], leakCheck: {}, intelX: {}, dehashed: {},
  };
}

export async function startDarkWeb(): Promise<DarkWebServer> {
  const data = emptyDarkWeb();
  const faults = new Map<string, DarkWebFault>();
  const asked: string[] = [];
  const searches = new Map<string, { term: string; given: boolean }>();
  const listening = await listen(createServer((request, response) => {
    void (async () => {
      const body = await bodyOf(request);
      const url = new URL(request.url!, 'http://lab');
      const [, host = '', ...path] = url.pathname.split('/');
      const source = (Object.keys(darkWebHosts) as DarkWebHost[]).find(one => darkWebHosts[one] === host);
      response.on('close', () => asked.push(`${request.method} ${response.statusCode} ${host}/${path.join('/')}${url.search}`));
      if (source === undefined) return response.writeHead(502).end();
      const reply = answer(source, path.join('/'), { url, body, headers: request.headers, data, searches });
      const fault = faults.get(source);
      if (fault === 'brieflyLimited') faults.delete(source);
      return send(response, reply, fault);
    })();
  }));
  return {
    ...listening, data,
    url: `http://127.0.0.1:${listening.port}/`,
    setFault: (source, fault) => void (fault === null ? faults.delete(source) : faults.set(source, fault)),
    takeAsked: () => asked.splice(0),
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8') as AsyncIterable<string>) text += chunk;
  return text;
}

interface Question {
  url: URL;
  body: string;
  headers: IncomingMessage['headers'];
  data: DarkWebData;
  searches: Map<string, { term: string; given: boolean }>;
}

type LabReply = { status: number; body: unknown };
const ok = (body: unknown): LabReply => ({ status: 200, body });
const notFound: LabReply = { status: 404, body: null };

function answer(source: DarkWebHost, path: string, question: Question): LabReply {
  switch (source) {
    case 'hibp': return answerHibp(path, question);
    case 'hudsonRock': return answerHudsonRock(path, question);
    case 'ransomwareLive': return path === 'v2/recentvictims' ? ok(question.data.ransomwareLive) : notFound;
    case 'leakCheck': return answerLeakCheck(path, question);
    case 'intelX': return answerIntelX(path, question);
    case 'dehashed': return answerDehashed(path, question);
  }
}

/** 403 without a user agent, before anything else; 401 without a key where one is needed; 404 for what is clean. */
function refusedByHibp(path: string, { headers }: Question): Refusal {
  if (!headers['user-agent']) return { status: 403, body: { statusCode: 403, message: 'Your request must include a user agent.' } };
  const needsKey = !['latestbreach', 'breaches'].includes(path);
  return needsKey && headers['hibp-api-key'] !== labKeys.hibp ? { status: 401, body: { statusCode: 401, message: 'Access denied due to invalid hibp-api-key.' } } : null;
}

function answerHibp(whole: string, question: Question): LabReply {
  const path = /^api\/v3\/(.+)$/.exec(whole)?.[1];
  if (path === undefined) return notFound;
  const refusal = refusedByHibp(path, question);
  if (refusal) return refusal;
  const { hibp } = question.data;
  const [operation, domain = ''] = path.split('/') as [string, string?];
  if (path === 'subscription/status') return ok(hibp.subscription);
  if (operation === 'subscribeddomains') return hibp.verified.length === 0 ? notFound : ok(hibp.verified.map(DomainName => ({ DomainName, BreachCount: 1, PwnCount: 1, NextSubscriptionRenewal: '2030-01-01T00:00:00' })));
  if (operation === 'domainverification') return answerVerification(domain, question);
  if (operation === 'latestbreach') return hibp.breaches.length === 0 ? notFound : ok(hibp.breaches.toSorted((a, b) => a.AddedDate.localeCompare(b.AddedDate)).at(-1));
  if (operation === 'breaches') return ok(hibp.breaches);
  const known = { breacheddomain: hibp.breached, stealerlogsbyemaildomain: hibp.stealers, stealerlogsbywebsitedomain: hibp.customers }[operation];
  if (!known) return notFound;
  if (operation !== 'breacheddomain' && hibp.subscription['IncludesStealerLogs'] !== true) return { status: 403, body: { statusCode: 403, message: 'Your subscription does not include stealer logs.' } };
  if (!hibp.verified.includes(domain)) return { status: 403, body: { statusCode: 403, message: 'You do not own this domain.' } };
  return known[domain] === undefined ? notFound : ok(known[domain]);
}

/** The value of the record that proves a domain, made once; and whether DNS has it. */
function answerVerification(step: string, { body, data: { hibp } }: Question): LabReply {
  if (!String(hibp.subscription['SubscriptionName']).startsWith('Pro')) return { status: 403, body: { statusCode: 403, message: 'Your subscription does not include domain verification.' } };
  const { DomainName: domain } = JSON.parse(body) as { DomainName: string };
  const txtRecordValue = `hibp-verify=dweb_${createHash('sha256').update(domain).digest('hex').slice(0, 24)}`;
  if (step === 'generatednstoken') return ok({ txtRecordValue });
  if (step !== 'verifydnstoken') return notFound;
  if (!hibp.records[domain]?.includes(txtRecordValue)) return { status: 400, body: { statusCode: 400, message: 'The TXT record was not found.' } };
  hibp.verified = [...new Set([...hibp.verified, domain])];
  return ok(null);
}

function answerHudsonRock(path: string, { url, data }: Question): LabReply {
  if (path !== 'api/json/v2/osint-tools/search-by-domain') return notFound;
  const none = { total: 0, totalStealers: 30_000_000, employees: 0, users: 0, third_parties: 0, data: { employees_urls: [], clients_urls: [], all_urls: [] }, stealerFamilies: { total: 0 }, last_employee_compromised: null, last_user_compromised: null };
  return ok({ ...none, ...data.hudsonRock[url.searchParams.get('domain') ?? ''] });
}

function answerLeakCheck(path: string, { url, headers, data }: Question): LabReply {
  if (headers['x-api-key'] !== labKeys.leakCheck) return { status: 401, body: { success: false, error: 'Missing X-API-Key' } };
  const domain = /^api\/v2\/query\/(.+)$/.exec(path)?.[1];
  if (domain === undefined) return notFound;
  const [limit, offset] = ['limit', 'offset'].map(name => Number(url.searchParams.get(name))) as [number, number];
  if (limit > 1000 || offset > 2500) return { status: 400, body: { success: false, error: 'Limit is too high' } };
  const all = data.leakCheck[decodeURIComponent(domain)] ?? [];
  return ok({ success: true, found: all.length, quota: 400, result: all.slice(offset, offset + limit) });
}

/** A search is begun, then its result is asked for: first nothing yet, then all at once. */
function answerIntelX(path: string, { url, body, headers, data, searches }: Question): LabReply {
  if (headers['x-key'] !== labKeys.intelX) return { status: 401, body: 'Unauthorized' };
  if (path === 'intelligent/search') {
    const id = `00000000-0000-4000-8000-${String(searches.size).padStart(12, '0')}`;
    searches.set(id, { term: (JSON.parse(body) as { term: string }).term, given: false });
    return ok({ id, softselectorwarning: false, status: 0 });
  }
  const search = searches.get(url.searchParams.get('id') ?? '');
  if (path !== 'intelligent/search/result' || !search) return ok({ records: [], status: 2 });
  if (!search.given) {
    search.given = true;
    return ok({ records: null, status: 3 });
  }
  return ok({ records: data.intelX[search.term] ?? [], status: 1 });
}

function answerDehashed(path: string, { body, headers, data }: Question): LabReply {
  if (headers['dehashed-api-key'] !== labKeys.dehashed) return { status: 401, body: { error: 'Invalid API key' } };
  if (path !== 'v2/search') return notFound;
  const { query, size } = JSON.parse(body) as { query: string; size: number };
  const entries = data.dehashed[query.replace(/^domain:/, '')] ?? [];
  return ok({ balance: 99, entries: entries.length === 0 ? null : entries.slice(0, size), took: '12µs', total: entries.length });
}

function send(response: ServerResponse, { status, body }: LabReply, fault: DarkWebFault | undefined): void {
  const json = Buffer.from(body === null ? '' : JSON.stringify(body));
  switch (fault) {
    case 'limited': return void response.writeHead(429, { 'retry-after': '3600' }).end('{"statusCode":429,"message":"Rate limit is exceeded."}');
    case 'brieflyLimited': return void response.writeHead(429, { 'retry-after': '1' }).end();
    case 'serverError': return void response.writeHead(503).end('Service unavailable');
    case 'refusesKey': return void response.writeHead(401).end('{"message":"Access denied"}');
    case 'refusesPlan': return void response.writeHead(403).end('{"message":"Not in your plan"}');
    case 'slow': return void response.writeHead(200, { 'content-type': 'application/json' }).write('{"');
    case 'garbage': return void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Welcome to the network</html>');
    case 'otherForm': return void response.writeHead(200, { 'content-type': 'application/json' }).end('"maintenance"');
    case 'truncated': return void response.writeHead(200, { 'content-length': String(json.length + 20) }).write(json.subarray(0, json.length / 2 + 1), () => response.destroy());
    case undefined: return void response.writeHead(status, { 'content-type': 'application/json' }).end(json);
  }
}
