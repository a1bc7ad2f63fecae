import { request as startRequest, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { MAX_POST_BYTES, type Post, type Posted, type Posting } from '../core/outside/post.ts';
import { withDeadline } from './deadline.ts';
import { causeOf } from './dial.ts';
import type { Connector } from './door.ts';

const WHOLE_MS = 15_000;
/** A receiver that has said its status may take so long over the rest. */
const REPLY_MS = 2_000;
const MAX_REPLY_BYTES = 4096;
const MAX_HEADER_BYTES = 16_384;
const MAX_INTERIM_REPLIES = 8;
const USER_AGENT = 'domain-security-service';

/** Posts through `door`, which must be one that allows nothing beyond public addresses; `wholeMs` is for everything up to the status. */
export function createWebhookPost(door: Pick<Connector, 'connectTls'>, wholeMs = WHOLE_MS): Post {
  return (posting, signal) => withDeadline(wholeMs, signal, signal => postOnce(door, posting, wholeMs, signal));
}

async function postOnce(door: Pick<Connector, 'connectTls'>, posting: Posting, timeoutMs: number, signal: AbortSignal): Promise<Posted> {
  const url = URL.parse(posting.url);
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '') return failed('the address is not an https URL');
  const body = Buffer.from(posting.body);
  if (body.length > MAX_POST_BYTES) return failed(`the message is larger than ${MAX_POST_BYTES / 1024} KiB`);
  const socket = await door.connectTls({ host: url.hostname, port: Number(url.port) || 443 }, { timeoutMs, signal, alpn: ['http/1.1'] });
  if ('refused' in socket) return failed(socket.cause);
  try {
    const response = await exchange(socket, url, { ...posting, body }, signal);
    const reply = await withDeadline(REPLY_MS, signal, signal => readReply(response, signal));
    return { outcome: 'answered', status: response.statusCode!, retryAfter: response.headers['retry-after'] ?? null, reply };
  } catch (error) {
    return failed(`${url.host}: ${signal.aborted ? 'timeout' : causeOf(error as Error)}`);
  } finally {
    socket.destroy();
  }
}

function exchange(socket: Socket, url: URL, { headers, body }: { headers: Posting['headers']; body: Buffer }, signal: AbortSignal): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  let interimReplies = 0;
  startRequest({
    method: 'POST',
    createConnection: () => socket,
    path: `${url.pathname}${url.search}`,
    setHost: false,
    headers: { ...headers, 'Host': url.host, 'User-Agent': USER_AGENT, 'Content-Length': String(body.length), 'Connection': 'close' },
    maxHeaderSize: MAX_HEADER_BYTES,
    signal,
  })
    .on('error', reject)
    .on('close', () => reject(new Error('no reply')))
    .on('upgrade', () => reject(new Error('the server changes the protocol')))
    // RFC 9110 §15.2: any number of 1xx replies may come before the real one.
    .on('information', () => ++interimReplies > MAX_INTERIM_REPLIES && reject(new Error('too many interim replies')))
    .on('response', resolve)
    .end(body);
  return promise;
}

/** How the reply begins; one that breaks off or does not end is cut there, because the status has said everything. */
function readReply(response: IncomingMessage, signal: AbortSignal): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const chunks: Buffer[] = [];
  let bytes = 0;
  const end = () => resolve(Buffer.concat(chunks).subarray(0, MAX_REPLY_BYTES).toString('utf8'));
  response.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= MAX_REPLY_BYTES) end();
  }).on('end', end).on('error', end).on('close', end);
  signal.addEventListener('abort', end, { once: true });
  return promise;
}

function failed(cause: string): Posted {
  return { outcome: 'failed', cause };
}
