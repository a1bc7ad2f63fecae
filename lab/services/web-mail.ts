import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { Authority } from './ca.ts';
import { listen, type Listening } from './listen.ts';

/** `forbidden` takes no token, `gone` knows no folder, `limited` is 429, `tooOften` 403 with Google's words for it, `slow` never answers, `truncated` breaks off, `reset` hangs up. */
export type WebMailFault = 'forbidden' | 'gone' | 'limited' | 'tooOften' | 'slow' | 'truncated' | 'reset';

/** Microsoft Graph and the Gmail API with one mailbox each, as far as programs need them that fetch mail. */
export interface WebMail extends Listening {
  hosts: readonly string[];
  address: string;
  credentials: { clientId: string; clientSecret: string; refreshToken: string };
  /** What waits, by id, and where what was fetched went. */
  waiting: Map<string, Buffer>;
  fetched: Map<string, Buffer>;
  /** How the mailbox misbehaves from now on, for so many requests where `times` is given; null for not at all. */
  setFault(fault: WebMailFault | null, times?: number): void;
  /** No token that was given is taken any more. */
  expireTokens(): void;
}

const HOSTS = ['login.microsoftonline.com', 'graph.microsoft.com', 'oauth2.googleapis.com', 'gmail.googleapis.com'] as const;
const CREDENTIALS = { clientId: 'lab-client', clientSecret: 'lab-client-secret', refreshToken: 'lab-refresh-token' };

interface Inbox extends Pick<WebMail, 'waiting' | 'fetched'> {
  token: number;
  fault(): WebMailFault | null;
}

/** Starts both behind port 443 of a public-looking address. */
export async function startWebMail(authority: Authority): Promise<WebMail> {
  let current: { fault: WebMailFault | null; times: number } = { fault: null, times: 0 };
  const inbox: Inbox = { waiting: new Map(), fetched: new Map(), token: 1, fault: () => (current.times-- > 0 ? current.fault : null) };
  const server = createServer(authority.issue(HOSTS[0], 'good', HOSTS.slice(1)), (request, response) => void readBody(request).then(body => answer(request, body, inbox, response), () => response.destroy()));
  server.on('tlsClientError', (_, socket) => socket.destroy());
  return {
    ...await listen(server),
    hosts: HOSTS, address: '45.54.70.82', credentials: CREDENTIALS, waiting: inbox.waiting, fetched: inbox.fetched,
    setFault: (fault, times = Infinity) => { current = { fault, times }; },
    expireTokens: () => { inbox.token++; },
  };
}

function answer(request: IncomingMessage, body: string, inbox: Inbox, response: ServerResponse): void {
  const url = new URL(request.url!, `https://${request.headers.host}`);
  if (url.pathname.endsWith('/token')) return giveToken(new URLSearchParams(body), inbox, response);
  const fault = inbox.fault();
  switch (fault) {
    case 'slow': return;
    case 'reset': return void response.destroy();
    case 'forbidden': return json(response, 403, { error: 'forbidden' });
    case 'gone': return json(response, 404, { error: 'not found' });
    case 'tooOften': return json(response, 403, { error: { code: 403, message: 'User-rate limit exceeded.', errors: [{ domain: 'usageLimits', reason: 'userRateLimitExceeded', message: 'User-rate limit exceeded.' }] } });
    case 'limited': return void response.writeHead(429, { 'retry-after': '120' }).end();
    case 'truncated': return void response.writeHead(200, { 'content-length': '1000' }).write('{"value":[', () => response.destroy());
  }
  if (request.headers.authorization !== `Bearer lab-token-${inbox.token}`) return json(response, 401, { error: 'expired' });
  if (url.hostname === 'graph.microsoft.com') graph(decodeURIComponent(url.pathname), inbox, response);
  else gmail(url, inbox, response);
}

function giveToken(form: URLSearchParams, { token }: Inbox, response: ServerResponse): void {
  const secretFits = form.get('client_id') === CREDENTIALS.clientId && form.get('client_secret') === CREDENTIALS.clientSecret;
  const grantFits = form.get('grant_type') === 'client_credentials' || form.get('refresh_token') === CREDENTIALS.refreshToken;
  if (secretFits && grantFits) json(response, 200, { access_token: `lab-token-${token}`, token_type: 'Bearer', expires_in: 3600 });
  else json(response, 400, { error: 'invalid_client' });
}

function graph(path: string, inbox: Inbox, response: ServerResponse): void {
  const [, id = '', what] = /\/messages\/([^/]+)\/(.+)$/.exec(path) ?? [];
  if (what === undefined) return json(response, 200, { value: [...inbox.waiting.keys()].map(id => ({ id })) });
  if (what === 'move') return move(inbox, id, response);
  const bytes = inbox.waiting.get(id);
  if (bytes) response.writeHead(200, { 'content-length': bytes.length }).end(bytes);
  else json(response, 404, { error: 'not found' });
}

function gmail({ pathname }: URL, inbox: Inbox, response: ServerResponse): void {
  const [, id, what] = /\/messages\/([^/]+)(\/modify)?$/.exec(decodeURIComponent(pathname)) ?? [];
  if (id === undefined) return json(response, 200, inbox.waiting.size > 0 ? { messages: [...inbox.waiting.keys()].toReversed().map(id => ({ id })) } : { resultSizeEstimate: 0 });
  if (what !== undefined) return move(inbox, id, response);
  const bytes = inbox.waiting.get(id);
  if (bytes) json(response, 200, { id, raw: bytes.toString('base64url') });
  else json(response, 404, { error: 'not found' });
}

function move({ waiting, fetched }: Inbox, id: string, response: ServerResponse): void {
  const bytes = waiting.get(id);
  if (!bytes) return json(response, 404, { error: 'not found' });
  waiting.delete(id);
  fetched.set(id, bytes);
  json(response, 200, { id });
}

function json(response: ServerResponse, status: number, value: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

async function readBody(request: IncomingMessage): Promise<string> {
  return Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>)).toString();
}
