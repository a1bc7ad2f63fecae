import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request, its reply and its connection as Node gives them. */
export type RawRequest = IncomingMessage;
export type RawReply = ServerResponse;
export type Socket = IncomingMessage['socket'];

const MAX_CONNECTIONS = 8192;

/** What is made of what arrives. */
interface Taker {
  take(request: RawRequest, reply: RawReply): void;
  /** Bytes that are no request, or came too late; `errorCode` is Node's. */
  refuse(errorCode: string | undefined, socket: Socket): void;
}

/** Reads requests off connections, within limits of number and time. */
export function createListener({ take, refuse }: Taker): Server {
  const server = createServer({
    headersTimeout: 15_000,
    requestTimeout: 30_000,
    keepAliveTimeout: 65_000,
    connectionsCheckingInterval: 5000,
    // A request without Host is refused by the reception, in the words of the service.
    requireHostHeader: false,
  });
  server.maxConnections = MAX_CONNECTIONS;
  // The body is asked for where an operation reads it, not before; other expectations may be passed over (RFC 9110 §10.1.1).
  for (const event of ['request', 'checkContinue', 'checkExpectation']) server.on(event, take);
  server.on('clientError', ({ code }: NodeJS.ErrnoException, socket: Socket) => {
    if (code === 'ECONNRESET') socket.destroy();
    else refuse(code, socket);
  });
  return server;
}

/** Starts to listen, at any free port for 0; gives the port. Rejects where the address cannot be had. */
export async function listen(server: Server, host: string, port: number): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject).listen({ host, port }, resolve);
  await promise;
  server.off('error', reject);
  return boundTo(server)!.port;
}

/** Where it listens; null where it does not. */
export function boundTo(server: Server): AddressInfo | null {
  return server.address() as AddressInfo | null;
}

/** Takes no more connections, and ends those on which nothing is under way; resolves when all have ended. */
export async function close(server: Server): Promise<void> {
  await new Promise(resolve => { server.close(resolve); });
}

/** A port of `host` on which nobody listens now; anyone who is faster may take it. */
export async function freePort(host: string): Promise<number> {
  return listenOnce(host, 0);
}

/** Why nobody could listen there now, such as `EADDRINUSE`; null where it is free. */
export function whyNotListen(host: string, port: number): Promise<NodeJS.ErrnoException | null> {
  return listenOnce(host, port).then(() => null, (error: NodeJS.ErrnoException) => error);
}

async function listenOnce(host: string, port: number): Promise<number> {
  const server = createServer();
  const bound = await listen(server, host, port);
  await close(server);
  return bound;
}
