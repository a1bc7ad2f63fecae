import { connect, type ClientHttp2Session, type ClientHttp2Stream, type IncomingHttpHeaders } from 'node:http2';
import type { EndpointRequest, EndpointSight } from '../../core/outside/endpoint-probes.ts';
import { causeOf } from '../dial.ts';
import type { Visit } from './visit.ts';

const MAX_BYTES = 4096;
/** grpc.health.v1.HealthCheckResponse.ServingStatus. */
const states = ['UNKNOWN', 'SERVING', 'NOT_SERVING', 'SERVICE_UNKNOWN'] as const;

/** Asks the health service of a gRPC server (grpc.health.v1.Health/Check); the body that is seen is the state, such as `SERVING`. */
export async function visitGrpc(visit: Visit, { host, port, tls, service }: EndpointRequest & { kind: 'grpc' }): Promise<EndpointSight> {
  const socket = await visit.open({ host, port }, tls, ['h2']);
  if ('kind' in socket) return visit.failed(socket);
  const authority = `${tls ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${port}`;
  const session = connect(authority, { createConnection: () => socket, settings: { enablePush: false } });
  try {
    return await ask(session, visit, service);
  } catch (error) {
    return visit.broken(`${host}:${port}: ${causeOf(error as Error)}`);
  } finally {
    session.destroy();
    socket.destroy();
  }
}

async function ask(session: ClientHttp2Session, visit: Visit, service: string): Promise<EndpointSight> {
  const name = Buffer.from(service);
  const message = name.length === 0 ? Buffer.alloc(0) : Buffer.concat([Buffer.from([0x0a, ...varint(name.length)]), name]);
  const frame = Buffer.alloc(5);
  frame.writeUInt32BE(message.length, 1);
  const { status, grpcStatus, body } = await exchange(session, visit, Buffer.concat([frame, message]));
  if (grpcStatus !== '0') return visit.sight({ status, failure: { kind: 'protocol', cause: grpcStatus === '5' ? 'the server does not know this service' : `gRPC status ${grpcStatus ?? 'missing'}` } });
  const state = states[stateIn(body)] ?? 'UNKNOWN';
  return visit.sight({ status, body: state, ...(state === 'SERVING' ? {} : { failure: { kind: 'protocol', cause: `the service says ${state}` } }) });
}

function exchange(session: ClientHttp2Session, visit: Visit, request: Buffer): Promise<{ status: number; grpcStatus: string | undefined; body: Buffer }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; grpcStatus: string | undefined; body: Buffer }>();
  const stop = () => reject(new Error('timeout'));
  visit.signal.addEventListener('abort', stop, { once: true });
  session.on('error', reject).on('close', () => reject(new Error('the connection was closed')));
  const stream: ClientHttp2Stream = session.request({ ':method': 'POST', ':path': '/grpc.health.v1.Health/Check', 'content-type': 'application/grpc', 'te': 'trailers', 'user-agent': 'domain-security-service' });
  const chunks: Buffer[] = [];
  let [head, trailers, length]: [IncomingHttpHeaders, IncomingHttpHeaders, number] = [{}, {}, 0];
  stream.on('response', headers => {
    visit.firstByte();
    head = headers;
  }).on('trailers', headers => { trailers = headers; }).on('data', (chunk: Buffer) => {
    length += chunk.length;
    if (length > MAX_BYTES) reject(new Error('the reply is too long'));
    else chunks.push(chunk);
  }).on('error', reject).on('close', () => {
    const grpcStatus = trailers['grpc-status'] ?? head['grpc-status'];
    resolve({ status: Number(head[':status'] ?? 0), grpcStatus: typeof grpcStatus === 'string' ? grpcStatus : undefined, body: Buffer.concat(chunks) });
  }).end(request);
  if (visit.signal.aborted) stop();
  return promise.finally(() => visit.signal.removeEventListener('abort', stop));
}

/** Field 1 of the one message, an enumeration; left out, it is 0. */
function stateIn(body: Buffer): number {
  return body.length >= 7 && body[0] === 0 && body[5] === 0x08 ? body[6]! : 0;
}

function varint(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, value >> 7];
}
