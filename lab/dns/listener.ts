import dgram from 'node:dgram';
import net from 'node:net';

export type Transport = 'udp' | 'tcp';

/** What goes back to a client, and how. */
export interface Delivery {
  bytes: Buffer;
  /** The length announced over TCP. */
  announcedBytes: number;
  delayMs: number;
  fromOtherPort: boolean;
}

/** The reply to one packet; null is silence. */
export type Handler = (packet: Buffer, transport: Transport) => Promise<Delivery | null>;

export interface Listener {
  port: number;
  close(): Promise<void>;
}

const HOST = '127.0.0.1';
const PORT_ATTEMPTS = 20;
const IDLE_MS = 10_000;

/** Listens over UDP and TCP on one port of loopback; 0 takes one that is free for both. */
export async function listen(handler: Handler, port = 0): Promise<Listener> {
  for (let attempt = 1; ; attempt++) {
    const udp = await bindUdp(port);
    try {
      const tcp = await bindTcp(udp.address().port);
      return serve(udp, tcp, handler);
    } catch (error) {
      udp.close();
      if (port !== 0 || attempt === PORT_ATTEMPTS) throw error;
    }
  }
}

function serve(udp: dgram.Socket, tcp: net.Server, handler: Handler): Listener {
  const connections = new Set<net.Socket>();
  const timers = new Set<NodeJS.Timeout>();
  const later = (delayMs: number, send: () => void) => {
    if (delayMs === 0) return send();
    const timer = setTimeout(() => {
      timers.delete(timer);
      send();
    }, delayMs);
    timers.add(timer);
  };
  let open = true;
  const reply = async (packet: Buffer, transport: Transport, send: (delivery: Delivery) => void) => {
    const delivery = await handler(packet, transport);
    if (delivery && open) later(delivery.delayMs, () => send(delivery));
  };
  udp.on('message', (packet, client) => void reply(packet, 'udp', delivery => sendUdp(udp, delivery, client)));
  tcp.on('connection', connection => {
    connections.add(connection);
    connection.on('close', () => connections.delete(connection));
    connection.on('error', () => connection.destroy());
    connection.setTimeout(IDLE_MS, () => connection.destroy());
    readFrames(connection, packet => void reply(packet, 'tcp', delivery => sendTcp(connection, delivery)));
  });
  return {
    port: udp.address().port,
    async close() {
      open = false;
      timers.forEach(timer => clearTimeout(timer));
      connections.forEach(connection => connection.destroy());
      await Promise.all([new Promise<void>(done => void udp.close(() => done())), new Promise<void>(done => void tcp.close(() => done()))]);
    },
  };
}

/** Cuts the stream into messages by their two-byte lengths (RFC 7766 §8). */
export function readFrames(connection: net.Socket, take: (packet: Buffer) => void): void {
  let rest = Buffer.alloc(0);
  connection.on('data', chunk => {
    rest = Buffer.concat([rest, chunk]);
    while (rest.length >= 2 && rest.length >= 2 + rest.readUInt16BE()) {
      const end = 2 + rest.readUInt16BE();
      take(rest.subarray(2, end));
      rest = rest.subarray(end);
    }
  });
}

function sendUdp(udp: dgram.Socket, delivery: Delivery, client: { address: string; port: number }): void {
  if (!delivery.fromOtherPort) return udp.send(delivery.bytes, client.port, client.address);
  const other = dgram.createSocket('udp4');
  other.send(delivery.bytes, client.port, client.address, () => other.close());
}

function sendTcp(connection: net.Socket, { bytes, announcedBytes }: Delivery): void {
  connection.write(Buffer.concat([Buffer.of(announcedBytes >> 8, announcedBytes & 0xff), bytes]));
  if (announcedBytes !== bytes.length) connection.end();
}

/** A UDP socket on loopback; no name is ever looked up for it. */
export async function bindUdp(port: number): Promise<dgram.Socket> {
  const socket = dgram.createSocket({ type: 'udp4', recvBufferSize: 1 << 20, lookup: (_, __, found) => found(null, HOST, 4) });
  await new Promise<void>((bound, failed) => {
    socket.once('error', failed);
    socket.bind(port, HOST, () => {
      socket.off('error', failed);
      bound();
    });
  });
  return socket.on('error', () => {});
}

async function bindTcp(port: number): Promise<net.Server> {
  const server = net.createServer();
  await new Promise<void>((bound, failed) => {
    server.once('error', failed);
    server.listen(port, HOST, () => {
      server.off('error', failed);
      bound();
    });
  });
  return server;
}
