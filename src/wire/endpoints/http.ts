import { request as startRequest, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { EndpointRequest, EndpointSight } from '../../core/outside/endpoint-probes.ts';
import { causeOf } from '../dial.ts';
import { decoded, readBody, redirectTarget } from '../http.ts';
import type { Visit } from './visit.ts';

type HttpRequest = EndpointRequest & { kind: 'http' };

const USER_AGENT = 'domain-security-service';
const MAX_HEADER_BYTES = 16_384;
const MAX_INTERIM_REPLIES = 8;
/** RFC 9110 §15.4: these keep the method, the others become GET. */
const SAME_METHOD: ReadonlySet<number> = new Set([307, 308]);
const CHANGED_METHOD: ReadonlySet<number> = new Set([301, 302, 303]);

/** One request and the redirects that it is answered with. Headers of the check go to its own origin alone, and so do requests that change something. */
export async function visitHttp(visit: Visit, request: HttpRequest): Promise<EndpointSight> {
  let asked = { ...request, url: request.url };
  for (let hops = 0; ; hops++) {
    const url = new URL(asked.url);
    const socket = await visit.open({ host: url.hostname, port: Number(url.port) || (url.protocol === 'https:' ? 443 : 80) }, url.protocol === 'https:');
    if ('kind' in socket) return visit.failed(socket);
    try {
      const response = await exchange(socket, url, asked, visit.signal);
      visit.firstByte();
      const location = response.headers.location;
      const isRedirect = location !== undefined && request.redirects > 0 && (SAME_METHOD.has(response.statusCode!) || CHANGED_METHOD.has(response.statusCode!));
      if (!isRedirect) return await seen(visit, response, asked);
      if (hops === request.redirects) return visit.failed({ kind: 'protocol', cause: `more than ${request.redirects} redirects` });
      const next = redirected(url, location, response.statusCode!, asked);
      if ('cause' in next) return visit.failed({ kind: 'protocol', cause: next.cause });
      asked = next;
    } catch (error) {
      return visit.broken(`${url.host}: ${causeOf(error as Error)}`);
    } finally {
      socket.destroy();
    }
  }
}

async function seen(visit: Visit, response: IncomingMessage, { maxBytes, method }: HttpRequest): Promise<EndpointSight> {
  const { body } = method === 'HEAD' ? { body: new Uint8Array() } : await readBody(decoded(response), maxBytes);
  if (visit.signal.aborted) throw new Error('timeout');
  const raw = response.rawHeaders;
  const headers = Array.from({ length: raw.length / 2 }, (_, at) => [raw[2 * at]!.toLowerCase(), raw[2 * at + 1]!] as const);
  return visit.sight({ status: response.statusCode!, headers, body: new TextDecoder().decode(body), bodyBytes: body.length });
}

function redirected(from: URL, location: string, status: number, asked: HttpRequest): HttpRequest | { cause: string } {
  const to = redirectTarget(from, location);
  if ('outcome' in to) return { cause: to.cause };
  const isElsewhere = to.hostname !== from.hostname;
  const keeps = SAME_METHOD.has(status) || asked.method === 'GET' || asked.method === 'HEAD';
  if (keeps && isElsewhere && asked.method !== 'GET' && asked.method !== 'HEAD') return { cause: `${from.host} redirects ${asked.method} to another host, ${to.host}, which is not followed` };
  return { ...asked, url: to.href, ...(keeps ? {} : { method: 'GET', body: null }), headers: isElsewhere || to.protocol !== from.protocol ? {} : asked.headers };
}

function exchange(socket: Socket, url: URL, { method, headers, body }: HttpRequest, signal: AbortSignal): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  let interimReplies = 0;
  startRequest({
    createConnection: () => socket, path: `${url.pathname}${url.search}`, setHost: false, method, maxHeaderSize: MAX_HEADER_BYTES, signal,
    headers: { 'Accept': '*/*', ...headers, ...(body === null ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }), 'Host': url.host, 'User-Agent': USER_AGENT, 'Accept-Encoding': 'gzip', 'Connection': 'close' },
  })
    .on('error', reject)
    .on('close', () => reject(new Error('no reply')))
    .on('upgrade', () => reject(new Error('the server changes the protocol')))
    .on('information', () => ++interimReplies > MAX_INTERIM_REPLIES && reject(new Error('too many interim replies')))
    .on('response', resolve)
    .end(body ?? undefined);
  return promise;
}
