import { createHash, randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import type { EndpointRequest, EndpointSight } from '../../core/outside/endpoint-probes.ts';
import { causeOf } from '../dial.ts';
import type { Visit } from './visit.ts';

const MAX_BYTES = 16_384;
/** RFC 6455 §1.3. */
const WEBSOCKET_GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';

/** A connection, with TLS for `tls`, and nothing more. */
export async function visitPort(visit: Visit, { kind, host, port }: EndpointRequest & { kind: 'tcp' | 'tls' }): Promise<EndpointSight> {
  const socket = await visit.open({ host, port }, kind === 'tls');
  if ('kind' in socket) return visit.failed(socket);
  socket.destroy();
  return visit.sight({});
}

const greetings = {
  /** RFC 5321 §4.2: the last line of a reply has a space behind its code. */
  smtp: { isWhole: /^\d{3} .*\r?\n/m, isGood: /^220[ -]/, farewell: 'QUIT\r\n' },
  /** RFC 3501 §7.1. */
  imap: { isWhole: /^\* .*\r?\n/, isGood: /^\* (?:OK|PREAUTH)\b/i, farewell: 'a LOGOUT\r\n' },
} as const;

/** The greeting of a mail server. */
export async function visitMail(visit: Visit, { kind, host, port, tls }: EndpointRequest & { kind: 'smtp' | 'imap' }): Promise<EndpointSight> {
  const socket = await visit.open({ host, port }, tls);
  if ('kind' in socket) return visit.failed(socket);
  const { isWhole, isGood, farewell } = greetings[kind];
  try {
    const body = await read(socket, visit, text => isWhole.test(text));
    socket.end(farewell);
    return isGood.test(body) ? visit.sight({ body }) : visit.sight({ body, failure: { kind: 'protocol', cause: `${host}:${port} greets with "${firstLine(body)}"` } });
  } catch (error) {
    return visit.broken(`${host}:${port}: ${causeOf(error as Error)}`);
  } finally {
    socket.destroy();
  }
}

/** A WebSocket handshake (RFC 6455 §4.1); the connection is closed when it is accepted. */
export async function visitWebsocket(visit: Visit, { url: text, headers }: EndpointRequest & { kind: 'websocket' }): Promise<EndpointSight> {
  const url = new URL(text);
  const secure = url.protocol === 'https:';
  const socket = await visit.open({ host: url.hostname, port: Number(url.port) || (secure ? 443 : 80) }, secure, secure ? ['http/1.1'] : []);
  if ('kind' in socket) return visit.failed(socket);
  const key = randomBytes(16).toString('base64');
  const fields = { ...headers, 'Host': url.host, 'Upgrade': 'websocket', 'Connection': 'Upgrade', 'Sec-WebSocket-Key': key, 'Sec-WebSocket-Version': '13', 'User-Agent': 'domain-security-service' };
  try {
    socket.write(`GET ${url.pathname}${url.search} HTTP/1.1\r\n${Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`);
    const reply = await read(socket, visit, received => received.includes('\r\n\r\n'));
    return acceptance(visit, reply, createHash('sha1').update(key + WEBSOCKET_GUID).digest('base64'));
  } catch (error) {
    return visit.broken(`${url.host}: ${causeOf(error as Error)}`);
  } finally {
    socket.destroy();
  }
}

function acceptance(visit: Visit, reply: string, accepted: string): EndpointSight {
  const [start = '', ...lines] = reply.split('\r\n\r\n', 1)[0]!.split('\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(start)?.[1] ?? NaN);
  if (Number.isNaN(status)) return visit.failed({ kind: 'protocol', cause: 'the reply is not HTTP' });
  const headers = lines.flatMap(line => {
    const [, name, value] = /^([^:\s]+):\s*(.*)$/.exec(line) ?? [];
    return name === undefined ? [] : [[name.toLowerCase(), value ?? ''] as const];
  });
  const isAccepted = status === 101 && headers.some(([name, value]) => name === 'sec-websocket-accept' && value.trim() === accepted);
  return visit.sight({ status, headers, ...(isAccepted ? {} : { failure: { kind: 'protocol', cause: status === 101 ? 'the handshake is not accepted' : `the server answers ${status} and opens no WebSocket` } }) });
}

/** What comes until `isWhole`, as one character a byte; rejects where the other side hangs up before or sends too much. */
function read(socket: Socket, visit: Visit, isWhole: (text: string) => boolean): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let text = '';
  const stop = () => reject(new Error('timeout'));
  visit.signal.addEventListener('abort', stop, { once: true });
  socket.on('data', (chunk: Buffer) => {
    if (text === '') visit.firstByte();
    text += chunk.toString('latin1');
    if (isWhole(text)) resolve(text);
    else if (text.length > MAX_BYTES) reject(new Error('the reply is too long'));
  }).once('error', reject).once('close', () => reject(new Error('the connection was closed')));
  if (visit.signal.aborted) stop();
  return promise.finally(() => visit.signal.removeEventListener('abort', stop));
}

function firstLine(text: string): string {
  return text.split(/\r?\n/, 1)[0]!.replace(/[^\x20-\x7e]/g, '?').slice(0, 120);
}
