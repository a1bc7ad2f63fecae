import { Agent, request as startRequest, type ClientRequest, type IncomingMessage } from 'node:http';
import { pipeline, type Duplex, type Readable } from 'node:stream';
import { TLSSocket } from 'node:tls';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Clock } from '../core/clock.ts';
import type { PageFetch, PageFetched, PageFetchRequest } from '../core/outside/page-fetch.ts';
import { withDeadline } from './deadline.ts';
import { causeOf } from './dial.ts';
import type { Door, Refused } from './door.ts';

const MAX_HEADER_BYTES = 32_768;
const MAX_CONNECTIONS = 4;
const IDLE_MS = 4000;
/** A connection that outlives its first request must not end with the time of that. */
const CONNECT_MS = 15_000;

/** A request, and its answer once that begins. */
type Asked = ClientRequest & { res?: IncomingMessage | null };

/** A connection could not be made; says where it failed. */
class NotConnected extends Error {
  readonly refused: Refused;
  constructor(refused: Refused) {
    super(refused.cause);
    this.refused = refused;
  }
}

/** Fetches pages over `door`; connections are kept for a few seconds, at most four to one host. */
export function createPageFetch({ door, clock }: { door: Door; clock: Clock }): PageFetch {
  const [plain, secure] = [agentOver(door, false), agentOver(door, true)];
  return (url, options) => withDeadline(options.timeoutMs, options.signal, async signal => {
    const target = URL.parse(url);
    if (!target || (target.protocol !== 'https:' && target.protocol !== 'http:')) return failed('http', 'the address is none of the web', false);
    try {
      return await fetchOne(target, target.protocol === 'https:' ? secure : plain, { ...options, signal }, clock);
    } catch (error) {
      if (signal.aborted) return failed('http', `${target.host}: timeout`, true);
      const refused = error instanceof NotConnected ? error.refused : null;
      const outcome = failed(refused === null ? 'http' : stageOf(refused), refused?.cause ?? `${target.host}: ${causeOf(error as Error)}`, refused?.refused === 'timeout');
      return { ...outcome, ...(refused?.absent ? { absent: true } : {}), ...(refused?.badCertificate ? { badCertificate: true } : {}) };
    }
  });
}

/** Sockets come from the door, so each leads to an address that it vetted. */
function agentOver(door: Door, secure: boolean): Agent {
  const agent = new Agent({ keepAlive: true, maxSockets: MAX_CONNECTIONS, maxFreeSockets: MAX_CONNECTIONS, timeout: IDLE_MS, scheduling: 'lifo' });
  agent.createConnection = (options, done) => {
    const target = { host: options.host!, port: Number(options.port) };
    const limits = { timeoutMs: CONNECT_MS, signal: AbortSignal.timeout(CONNECT_MS) };
    const opening = secure ? door.connectTls(target, { ...limits, alpn: ['http/1.1'] }) : door.connect(target, limits);
    opening.then(socket => ('refused' in socket ? done!(new NotConnected(socket), undefined as unknown as Duplex) : done!(null, socket)), (error: Error) => done!(error, undefined as unknown as Duplex));
    return undefined;
  };
  return agent;
}

async function fetchOne(url: URL, agent: Agent, options: PageFetchRequest, clock: Clock, retries = MAX_CONNECTIONS): Promise<PageFetched> {
  const askedMs = clock.monotonicMs();
  const { method = 'GET', maxBytes } = options;
  const request = ask(url, agent, method, options);
  try {
    const response = await answerTo(request);
    const ttfbMs = clock.monotonicMs() - askedMs;
    // Read before the body: at its end the connection is another's.
    const certificate = certificateOf(response);
    const read = await readBody(method === 'HEAD' ? response : decoded(response), response, maxBytes);
    return {
      outcome: 'answered', status: response.statusCode!, fields: fieldsOf(response.rawHeaders), ...read, ttfbMs: Math.round(ttfbMs), totalMs: Math.round(clock.monotonicMs() - askedMs), certificate,
    };
  } catch (error) {
    if (retries === 0 || !endedIdle(request, error)) throw error;
  } finally {
    // A body that was not read to its end holds the connection; one that was is kept.
    if (request.res?.complete !== true) request.destroy();
  }
  return fetchOne(url, agent, options, clock, retries - 1);
}

/** A server may end a kept connection while the next request is on its way to it, which says nothing of that request (RFC 9112, section 9.3.1). */
function endedIdle({ res, reusedSocket }: Asked, error: unknown): boolean {
  return !res && reusedSocket && ['ECONNRESET', 'EPIPE'].includes((error as NodeJS.ErrnoException).code!);
}

function ask(url: URL, agent: Agent, method: string, { userAgent, fields = {}, signal }: PageFetchRequest): Asked {
  const secure = url.protocol === 'https:';
  return startRequest({
    agent, method, host: url.hostname, port: Number(url.port) || (secure ? 443 : 80), path: `${url.pathname}${url.search}`, maxHeaderSize: MAX_HEADER_BYTES, signal,
    headers: { ...fields, 'Host': url.host, 'User-Agent': userAgent, 'Accept': 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'Accept-Encoding': 'gzip, br, deflate' },
  });
}

function answerTo(request: ClientRequest): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  let interimReplies = 0;
  request.on('error', reject)
    .on('close', () => reject(new Error('no reply')))
    .on('upgrade', (_response, socket: Duplex) => {
      socket.destroy();
      reject(new Error('the server changes the protocol'));
    })
    .on('information', () => ++interimReplies > 8 && reject(new Error('too many interim replies')))
    .on('response', response => {
      Object.assign(request, { res: response });
      resolve(response);
    })
    .end();
  return promise;
}

/** Stops at the limit, so that a body which unpacks to gigabytes is never unpacked. */
async function readBody(body: Readable, response: IncomingMessage, maxBytes: number): Promise<{ body: Uint8Array; truncated: boolean; transferBytes: number }> {
  const chunks: Uint8Array[] = [];
  let [length, transferBytes] = [0, 0];
  response.on('data', (chunk: Uint8Array) => { transferBytes += chunk.length; });
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > maxBytes) break;
  }
  return { body: Buffer.concat(chunks).subarray(0, maxBytes), truncated: length > maxBytes, transferBytes };
}

function decoded(response: IncomingMessage): Readable {
  const encoding = (response.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  if (encoding === 'identity' || encoding === '') return response;
  const unpack = encoding === 'gzip' || encoding === 'x-gzip' ? createGunzip() : encoding === 'br' ? createBrotliDecompress() : encoding === 'deflate' ? createInflate() : null;
  if (unpack === null) throw new Error('the content encoding was not asked for');
  return pipeline(response, unpack, () => {});
}

function fieldsOf(raw: readonly string[]): (readonly [string, string])[] {
  return Array.from({ length: raw.length / 2 }, (_, at) => [raw[2 * at]!.toLowerCase(), raw[2 * at + 1]!] as const);
}

interface Certificate {
  notAfter: number | null;
}

/** Node.js gives the certificate of a connection to the first who asks, and to nobody after. */
const certificates = new WeakMap<TLSSocket, Certificate>();

function certificateOf({ socket }: IncomingMessage): Certificate | null {
  if (!(socket instanceof TLSSocket)) return null;
  const known = certificates.get(socket);
  if (known) return known;
  const notAfter = Date.parse(socket.getPeerX509Certificate()?.validTo ?? '');
  const read = { notAfter: Number.isNaN(notAfter) ? null : notAfter };
  certificates.set(socket, read);
  return read;
}

function stageOf({ refused }: Refused): 'dns' | 'connect' | 'tls' {
  return refused === 'dns' || refused === 'tls' ? refused : 'connect';
}

function failed(stage: 'dns' | 'connect' | 'tls' | 'http', cause: string, late: boolean): PageFetched & { outcome: 'failed' } {
  return { outcome: 'failed', stage, cause, late };
}
