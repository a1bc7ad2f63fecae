import { createWriteStream } from 'node:fs';
import { request as startRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { pipeline, type Readable } from 'node:stream';
import { pipeline as finish } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { HeaderField } from '../core/outside/probes.ts';
import { withDeadline } from './deadline.ts';
import { causeOf } from './dial.ts';
import type { Connector, Door, Refused } from './door.ts';

export interface GetOptions {
  /** Of the decoded body; what is beyond is cut off. */
  maxBytes: number;
  /** Besides those that every request has. */
  headers?: Readonly<Record<string, string>>;
  /** For the whole request, redirects included: bytes that trickle in do not extend it. */
  timeoutMs: number;
  signal: AbortSignal;
  redirects: 0 | 5;
  accept: string;
  /** The operator named this server: it may stand anywhere, and so may what it redirects to on its own origin. */
  configured?: boolean;
  /** Takes whatever certificate there is: what comes is then evidence of nothing but itself. */
  anyCertificate?: boolean;
  /** JSON: makes it a POST. Only without redirects. */
  json?: string;
  /** The same, of fields of a form. */
  form?: string;
  /** Left out, GET; a reply to HEAD has no body. */
  method?: 'HEAD';
  /** Says who asks, and where to read why; left out, the name of the program. */
  userAgent?: string;
  /** The body is written to this file, and the one of the reply is empty. */
  file?: string;
}

/** `stage` says how far the request came; `url` is where the reply came from after redirects. */
export type HttpReply =
  | {
    outcome: 'answered'; url: string; status: number; headers: IncomingHttpHeaders; body: Uint8Array; truncated: boolean;
    /** All of them as they came, repeated ones included. */
    fields: readonly HeaderField[];
  }
  | { outcome: 'failed'; stage: 'dns' | 'connect' | 'tls' | 'http'; cause: string };
type HttpFailure = HttpReply & { outcome: 'failed' };

/** One GET; never throws. */
export type HttpGet = (url: string, options: GetOptions) => Promise<HttpReply>;

const MAX_HEADER_BYTES = 16_384;
const MAX_INTERIM_REPLIES = 8;
const USER_AGENT = 'domain-security-service';
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

export function createHttpGet(door: Door): HttpGet {
  return (url, options) => withDeadline(options.timeoutMs, options.signal, async signal => {
    const start = parseWebUrl(url);
    if ('outcome' in start) return start;
    return follow(start, { ...options, signal });
  });

  async function follow(start: URL, options: GetOptions): Promise<HttpReply> {
    let url = start;
    for (let hops = 0; ; hops++) {
      const trusted = options.configured === true && url.origin === start.origin;
      const reply = await getOne(url, trusted ? door.configured : door, options);
      if (reply.outcome === 'failed' || options.redirects === 0 || !REDIRECTS.has(reply.status) || !reply.headers.location) return reply;
      if (hops === options.redirects) return failed('http', `${start.host}: more than ${options.redirects} redirects`);
      const next = redirectTarget(url, reply.headers.location);
      if ('outcome' in next) return next;
      url = next;
    }
  }
}

/** The URL where it is one of http or https without a user name (RFC 9110 §4.2.4). */
function parseWebUrl(text: string, base?: URL): URL | HttpFailure {
  const url = URL.parse(text, base?.href);
  if (!url) return failed('http', 'the address is not a URL');
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return failed('http', `the URL scheme ${url.protocol} is not followed`);
  if (url.username !== '' || url.password !== '') return failed('http', 'a URL with a user name is not followed');
  return url;
}

/** Where a redirect leads; neither to plain http nor to another port. */
export function redirectTarget(from: URL, location: string): URL | HttpFailure {
  const url = parseWebUrl(location, from);
  if ('outcome' in url) return url;
  if (from.protocol === 'https:' && url.protocol === 'http:') return failed('http', `${from.host} redirects from https to http`);
  if (url.port !== '' && url.port !== from.port) return failed('http', `${from.host} redirects to port ${url.port}`);
  return url;
}

async function getOne(url: URL, connector: Connector, options: GetOptions): Promise<HttpReply> {
  const socket = await open(url, connector, options);
  if ('refused' in socket) return failed(stageOf(socket), socket.cause);
  try {
    const response = await exchange(socket, url, options);
    const body = await (options.file === undefined ? readBody(decoded(response), options.maxBytes) : saveBody(decoded(response), options.file, options));
    // A body without a length ends wherever the connection does, however that ended.
    if (options.signal.aborted || socket.errored) throw socket.errored ?? new Error('timeout');
    return { outcome: 'answered', url: url.href, status: response.statusCode!, headers: response.headers, fields: fieldsOf(response.rawHeaders), ...body };
  } catch (error) {
    return failed('http', `${url.host}: ${options.signal.aborted ? 'timeout' : causeOf(error as Error)}`);
  } finally {
    socket.destroy();
  }
}

function fieldsOf(raw: readonly string[]): HeaderField[] {
  return Array.from({ length: raw.length / 2 }, (_, at) => [raw[2 * at]!.toLowerCase(), raw[2 * at + 1]!]);
}

function open(url: URL, connector: Connector, limits: GetOptions): Promise<Socket | Refused> {
  const secure = url.protocol === 'https:';
  const target = { host: url.hostname, port: Number(url.port) || (secure ? 443 : 80) };
  return secure ? connector.connectTls(target, { ...limits, alpn: ['http/1.1'] }) : connector.connect(target, limits);
}

function stageOf({ refused }: Refused): HttpFailure['stage'] {
  return refused === 'dns' || refused === 'tls' ? refused : 'connect';
}

function exchange(socket: Socket, url: URL, { accept, headers, json, form, method, userAgent = USER_AGENT, signal }: GetOptions): Promise<IncomingMessage> {
  const sent = json ?? form;
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  let interimReplies = 0;
  startRequest({
    createConnection: () => socket,
    path: `${url.pathname}${url.search}`,
    setHost: false,
    ...(sent === undefined ? method && { method } : { method: 'POST' }),
    headers: { ...headers, ...(sent === undefined ? {} : { 'Content-Type': json === undefined ? 'application/x-www-form-urlencoded' : 'application/json', 'Content-Length': String(Buffer.byteLength(sent)) }), 'Host': url.host, 'User-Agent': userAgent, 'Accept': accept, 'Accept-Encoding': 'gzip', 'Connection': 'close' },
    maxHeaderSize: MAX_HEADER_BYTES,
    signal,
  })
    .on('error', reject)
    .on('close', () => reject(new Error('no reply')))
    .on('upgrade', () => reject(new Error('the server changes the protocol')))
    // RFC 9110 §15.2: any number of 1xx replies may come before the real one.
    .on('information', () => ++interimReplies > MAX_INTERIM_REPLIES && reject(new Error('too many interim replies')))
    .on('response', resolve)
    .end(sent);
  return promise;
}

/** The body without its content encoding, gzip alone; throws for others. */
export function decoded(response: IncomingMessage): Readable {
  const encoding = (response.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  if (encoding === 'identity' || encoding === '') return response;
  if (encoding === 'gzip' || encoding === 'x-gzip') return pipeline(response, createGunzip(), () => {});
  throw new Error('the content encoding was not asked for');
}

/** Stops at the limit, so that a body which unpacks to gigabytes is never unpacked. */
export async function readBody(stream: Readable, maxBytes: number): Promise<{ body: Uint8Array; truncated: boolean }> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of stream as AsyncIterable<Uint8Array>) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > maxBytes) break;
  }
  return { body: Buffer.concat(chunks).subarray(0, maxBytes), truncated: length > maxBytes };
}

/** Writes at most `maxBytes`, without ever having more than a little in memory. */
async function saveBody(stream: Readable, path: string, { maxBytes, signal }: GetOptions): Promise<{ body: Uint8Array; truncated: boolean }> {
  let length = 0;
  let truncated = false;
  await finish(stream, async function* (chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      const remaining = maxBytes - length;
      length += chunk.length;
      truncated = chunk.length > remaining;
      yield truncated ? chunk.subarray(0, remaining) : chunk;
      if (truncated) return;
    }
  }, createWriteStream(path), { signal });
  return { body: new Uint8Array(), truncated };
}

function failed(stage: HttpFailure['stage'], cause: string): HttpFailure {
  return { outcome: 'failed', stage, cause };
}
