import { formatIp, parseIp } from '../../core/ip.ts';
import { createPool } from './pool.ts';
import { openTcp } from './tcp.ts';
import { openUdp } from './udp.ts';
import type { Server, ExchangeOptions, TransportFailure } from './channel.ts';

/** Carries one message to one server and brings the accepted reply; never throws. */
export interface DnsTransport {
  exchangeUdp(server: Server, packet: Uint8Array, options: ExchangeOptions): Promise<Uint8Array | TransportFailure>;
  exchangeTcp(server: Server, packet: Uint8Array, options: ExchangeOptions): Promise<Uint8Array | TransportFailure>;
}

/** The rules of the door: which addresses may be reached, and where they really are; `null` is nowhere. */
export interface Path {
  mayReach(address: string): boolean;
  route(address: string, port: number): Server | null;
}

/** For servers that the operator named: they may stand anywhere. */
export const openPath: Path = { mayReach: () => true, route: (address, port) => ({ address, port }) };

/** A transport over sockets of its own, which close by themselves when idle. */
export function createTransport(path: Path): DnsTransport {
  const udp = createPool(openUdp);
  const tcp = createPool(openTcp);
  return {
    exchangeUdp: (server, packet, options) => vetted(path, server, remote => udp(remote, packet, options)),
    exchangeTcp: (server, packet, options) => vetted(path, server, remote => tcp(remote, packet, options)),
  };
}

async function vetted(
  path: Path,
  server: Server,
  exchange: (remote: Server) => Promise<Uint8Array | TransportFailure>,
): Promise<Uint8Array | TransportFailure> {
  const bytes = parseIp(server.address);
  const address = bytes && formatIp(bytes);
  if (!address || !path.mayReach(address)) return { failed: 'notAllowed', cause: 'the address is not public' };
  const remote = path.route(address, server.port);
  return remote ? exchange(remote) : { failed: 'unreachable', cause: 'no route' };
}
