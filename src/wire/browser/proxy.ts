import { once } from 'node:events';
import { createServer, request as startRequest, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Connector } from '../door.ts';

/** A proxy that a browser is given as its only way out. */
export interface Proxy {
  /** `http://127.0.0.1:<port>`. */
  server: string;
  username: string;
  password: string;
  /** Ends it, and every connection through it. */
  close(): Promise<void>;
}

export interface ProxyOptions {
  door: Connector;
  /** The password of those who may use it: unguessable. */
  password: string;
  /** For everything together, both ways; then it ends whatever goes through it. */
  maxBytes?: number;
}

const USERNAME = 'browser';
const PORTS: ReadonlySet<number> = new Set([80, 443]);
const MAX_BYTES = 64 * 1024 * 1024;
const MAX_CONNECTIONS = 48;
const CONNECT_MS = 10_000;
const MAX_HEADER_BYTES = 32_768;
/** Of the connection to the proxy alone (RFC 9110 §7.6.1, §11.7). */
const HOP_BY_HOP: ReadonlySet<string> = new Set(['proxy-authorization', 'proxy-connection', 'connection', 'keep-alive', 'te', 'transfer-encoding', 'upgrade']);

/**
 * Starts a proxy on loopback for http and for CONNECT (RFC 9110 §9.3.6): each connection is made by `door`, which refuses what must
 * not be reached, and only to ports 80 and 443. Anyone who does not know the password gets nothing.
 */
export async function startProxy({ door, password, maxBytes = MAX_BYTES }: ProxyOptions): Promise<Proxy> {
  const open = new Set<Duplex>();
  const ending = new AbortController();
  const expected = `Basic ${Buffer.from(`${USERNAME}:${password}`).toString('base64')}`;
  let bytes = 0;

  const keep = <S extends Duplex>(socket: S): S => {
    open.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => open.delete(socket));
    socket.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > maxBytes) endAll();
    });
    return socket;
  };
  const endAll = (): void => {
    ending.abort();
    for (const socket of open) socket.destroy();
  };
  const connect = async (host: string, port: number): Promise<Socket | string> => {
    if (!PORTS.has(port)) return `port ${port} is not for websites`;
    if (ending.signal.aborted || open.size > 2 * MAX_CONNECTIONS) return 'too much goes through already';
    const socket = await door.connect({ host, port }, { timeoutMs: CONNECT_MS, signal: ending.signal });
    return 'refused' in socket ? socket.cause : keep(socket);
  };

  const server: Server = createServer({ maxHeaderSize: MAX_HEADER_BYTES }, (request, response) => {
    if (request.headers['proxy-authorization'] !== expected) return deny(response);
    return void forward(request, response, connect).catch(() => response.destroy());
  });
  server.maxConnections = MAX_CONNECTIONS;
  server.on('connection', (socket: Socket) => keep(socket));
  server.on('clientError', (_, socket) => socket.destroy());
  server.on('connect', (request: IncomingMessage, client: Duplex, head: Buffer) => void tunnel(request, client, head).catch(() => client.destroy()));
  server.on('upgrade', (_: IncomingMessage, client: Duplex) => client.destroy());

  const tunnel = async ({ url = '', headers }: IncomingMessage, client: Duplex, head: Buffer): Promise<void> => {
    if (headers['proxy-authorization'] !== expected) return void client.end('HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm="proxy"\r\nContent-Length: 0\r\n\r\n');
    const [, host, port] = /^(\[[0-9a-f:]{2,45}\]|[^:/?#@]{1,255}):(\d{1,5})$/i.exec(url) ?? [];
    const socket = host === undefined ? 'what is asked for is no host and port' : await connect(host, Number(port));
    if (typeof socket === 'string') return void client.end('HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n');
    client.write('HTTP/1.1 200 OK\r\n\r\n');
    socket.write(head);
    client.once('close', () => socket.destroy());
    socket.once('close', () => client.destroy());
    client.pipe(socket).pipe(client);
  };

  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    server: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    username: USERNAME,
    password,
    close: () => new Promise(closed => {
      server.close(() => closed());
      endAll();
    }),
  };
}

function deny(response: ServerResponse): void {
  response.writeHead(407, { 'Proxy-Authenticate': 'Basic realm="proxy"', 'Content-Length': '0' }).end();
}

/** A request in absolute form (RFC 9112 §3.2.2), sent on over a connection of its own. */
async function forward(request: IncomingMessage, response: ServerResponse, connect: (host: string, port: number) => Promise<Socket | string>): Promise<void> {
  const url = URL.parse(request.url ?? '');
  const socket = url?.protocol === 'http:' ? await connect(url.hostname, Number(url.port) || 80) : 'only http comes this way';
  // Any reply would be a page, as if the site had sent it.
  if (typeof socket === 'string') return void response.destroy();
  const headers = Object.fromEntries(Object.entries(request.headers).filter(([name]) => !HOP_BY_HOP.has(name)));
  const onward = startRequest({ createConnection: () => socket, method: request.method!, path: `${url!.pathname}${url!.search}`, setHost: false, headers: { ...headers, host: url!.host, connection: 'close' } });
  onward.on('error', () => response.destroy());
  onward.on('response', reply => {
    const fields = Object.entries(reply.headers).filter(([name]) => !HOP_BY_HOP.has(name));
    response.writeHead(reply.statusCode!, Object.fromEntries(fields));
    reply.on('error', () => response.destroy());
    reply.pipe(response);
  });
  response.once('close', () => socket.destroy());
  request.pipe(onward);
}
