import { createSocket, type RemoteInfo, type Socket as UdpSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server as TcpServer, type Socket } from 'node:net';
import { createSplitter } from '../tcp.ts';
import type { Server } from '../channel.ts';
import { questionOf } from './packets.ts';

/** What one server does with a query; every message of the returned list is sent. */
export interface Behaviour {
  udp?: (query: Uint8Array, from: RemoteInfo, socket: UdpSocket) => readonly Uint8Array[];
  tcp?: (query: Uint8Array, socket: Socket) => readonly Uint8Array[];
}

export interface FakeServer extends Server {
  /** `udp example.org 1`, in the order of arrival. */
  seen: string[];
  connections: number;
  stop(): Promise<void>;
}

/** A DNS server on loopback, UDP and TCP on one port; without `tcp` it refuses connections, without `udp` it is silent there. */
export async function startFakeServer({ udp, tcp }: Behaviour): Promise<FakeServer> {
  const { socket, listener } = await bindBoth(tcp !== undefined);
  const open = new Set<Socket>();
  let stopped = false;
  const server: FakeServer = { address: '127.0.0.1', port: socket.address().port, seen: [], connections: 0, stop };
  const note = (transport: string, query: Uint8Array) => server.seen.push(`${transport} ${questionOf(query).name.toLowerCase()} ${questionOf(query).type}`);

  socket.on('message', (query, from) => {
    note('udp', query);
    for (const reply of udp?.(query, from, socket) ?? []) socket.send(reply, from.port, from.address);
  });
  listener.on('connection', connection => {
    server.connections++;
    open.add(connection);
    connection.on('error', () => connection.destroy());
    connection.on('data', createSplitter(query => {
      note('tcp', query);
      for (const reply of tcp!(query, connection)) connection.write(Buffer.concat([Uint8Array.from([reply.length >> 8, reply.length & 0xff]), reply]));
    }));
  });
  return server;

  async function stop(): Promise<void> {
    if (stopped) return;
    stopped = true;
    for (const connection of open) connection.destroy();
    socket.close();
    if (listener.listening) await new Promise(closed => listener.close(closed));
  }
}

/** Both transports on one port: TCP takes one that is free, and where UDP has it already, another is tried. */
async function bindBoth(tcp: boolean): Promise<{ socket: UdpSocket; listener: TcpServer }> {
  for (;;) {
    const socket = createSocket('udp4');
    const listener = createServer();
    if (tcp) await once(listener.listen(0, '127.0.0.1'), 'listening');
    socket.bind(tcp ? (listener.address() as AddressInfo).port : 0, '127.0.0.1');
    if (await once(socket, 'listening').then(() => true, () => false)) return { socket, listener };
    listener.close();
  }
}
