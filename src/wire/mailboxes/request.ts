import { request as startRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { MailboxFault } from '../../core/outside/mailbox.ts';
import { withDeadline } from '../deadline.ts';
import { causeOf } from '../dial.ts';
import type { Connector } from '../door.ts';

/** One request to the server of a mailbox. */
export interface MailboxRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: string;
  headers?: Readonly<Record<string, string>>;
  body?: string;
  /** Of the reply; one that is larger is a fault. */
  maxBytes: number;
}

export interface MailboxReply {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

const MAX_HEADER_BYTES = 32_768;
const USER_AGENT = 'domain-security-service';

/** Sends one request through `door` and reads the whole reply; what goes wrong, a reply that breaks off included, is a fault. */
export function sendRequest(door: Connector, request: MailboxRequest, timeoutMs: number, outer: AbortSignal): Promise<MailboxReply | MailboxFault> {
  return withDeadline(timeoutMs, outer, async signal => {
    const url = new URL(request.url);
    const secure = url.protocol === 'https:';
    const target = { host: url.hostname, port: Number(url.port) || (secure ? 443 : 80) };
    const socket = secure ? await door.connectTls(target, { timeoutMs, signal, alpn: ['http/1.1'] }) : await door.connect(target, { timeoutMs, signal });
    if ('refused' in socket) return { fault: socket.refused === 'notAllowed' ? 'notAllowed' : 'unreachable', cause: socket.cause };
    try {
      const response = await exchange(() => socket, url, request, signal);
      const body = await readWhole(response, request.maxBytes);
      if (body === null) return { fault: 'tooLarge', cause: `${url.host}: the reply is larger than ${request.maxBytes} bytes` };
      return { status: response.statusCode!, headers: response.headers, body };
    } catch (error) {
      return { fault: 'unreachable', cause: `${url.host}: ${signal.aborted ? 'timeout' : causeOf(error as Error)}` };
    } finally {
      socket.destroy();
    }
  });
}

function exchange(createConnection: () => Socket, url: URL, { method, headers, body }: MailboxRequest, signal: AbortSignal): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
  startRequest({
    method, createConnection, path: `${url.pathname}${url.search}`, setHost: false, maxHeaderSize: MAX_HEADER_BYTES, signal,
    headers: { 'Host': url.host, 'User-Agent': USER_AGENT, 'Accept': '*/*', 'Connection': 'close', ...length, ...headers },
  })
    .on('error', reject)
    .on('close', () => reject(new Error('no reply')))
    .on('response', resolve)
    .end(body);
  return promise;
}

/** The body; null where it has more than `maxBytes`. Rejects where it breaks off. */
async function readWhole(response: IncomingMessage, maxBytes: number): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) return null;
    chunks.push(chunk);
  }
  if (!response.complete) throw new Error('the reply breaks off');
  return Buffer.concat(chunks);
}

/** The fault that a status means; null for success. `what` is a phrase for people. */
export function faultOf({ status, headers }: Pick<MailboxReply, 'status' | 'headers'>, what: string): MailboxFault | null {
  if (status >= 200 && status < 300) return null;
  const cause = `${what}: status ${status}`;
  if (status === 401 || status === 403) return { fault: 'credentials', cause };
  if (status === 404 || status === 410) return { fault: 'notFound', cause };
  if (status === 429 || status === 503) {
    const seconds = Number(headers['retry-after']);
    return { fault: 'limited', cause, ...(seconds > 0 ? { retryAfterMs: Math.min(seconds, 86_400) * 1000 } : {}) };
  }
  return { fault: 'unreachable', cause };
}
