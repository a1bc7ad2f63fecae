import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';
import { systemClock } from '../../core/clock.ts';
import type { Lookup } from '../../core/lookup.ts';
import type { SocketAddress } from '../dial.ts';
import type { DoorOptions } from '../door.ts';

/** A server on loopback that tells how often it was reached. */
export interface LoopbackServer extends SocketAddress {
  connections: number;
  /** The bytes of all connections as text. */
  received: string;
  stop(): Promise<void>;
}

/** `onData` gets each connection at its first bytes; without it the server keeps silent. */
export async function startLoopback(onData: (socket: Socket, request: string) => void = () => {}, { tls, host = '127.0.0.1' }: { tls?: TlsOptions; host?: string } = {}): Promise<LoopbackServer> {
  const open = new Set<Socket>();
  const listener: Server = tls ? createTlsServer(tls) : createServer();
  listener.on('connection', (socket: Socket) => {
    server.connections++;
    open.add(socket);
    socket.on('error', () => socket.destroy());
  });
  listener.on(tls ? 'secureConnection' : 'connection', (socket: Socket) => {
    socket.on('error', () => socket.destroy());
    socket.once('data', bytes => onData(socket, bytes.toString('latin1')));
    socket.on('data', bytes => (server.received += bytes.toString('latin1')));
  });
  await once(listener.listen(0, host), 'listening');
  const { address, port } = listener.address() as AddressInfo;
  const server: LoopbackServer = {
    address, port, connections: 0, received: '',
    stop: () => new Promise(stopped => {
      for (const socket of open) socket.destroy();
      listener.close(() => stopped());
    }),
  };
  return server;
}

/** An answer of the DNS; none where no address is given. */
export function addresses(...value: string[]): Lookup<readonly string[]> {
  return value.length > 0 ? { outcome: 'found', value, via: [], ttlSeconds: 60 } : { outcome: 'absent', nxdomain: true, via: [] };
}

/** Options of a door whose names are `names` and whose public addresses all lie at `position`. */
export function smallInternet(names: Readonly<Record<string, readonly string[]>>, socketAddress: SocketAddress | null): DoorOptions {
  return { allow: [], clock: systemClock, route: () => socketAddress, resolve: async host => addresses(...(names[host] ?? [])) };
}

export const never: AbortSignal = new AbortController().signal;
