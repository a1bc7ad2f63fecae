import { formatIp, parseIp } from '../../core/ip.ts';
import { createPool } from './pool.ts';
import { openTcp } from './tcp.ts';
import { openUdp } from './udp.ts';

export interface Server {
  /** An address literal, never a name. */
  address: string;
  port: number;
}

/** Why no reply came; `notSent` is a trouble of this machine; `cause` is a phrase to stand behind the server's name, such as `connection refused`. */
export interface TransportFailure {
  failed: 'timeout' | 'unreachable' | 'notAllowed' | 'notSent' | 'cancelled';
  cause: string;
}

export interface ExchangeOptions {
  /** The whole time, connecting included; bytes that trickle in do not extend it. */
  timeoutMs: number;
  signal: AbortSignal;
  /** On a socket of its own, which closes with the reply. */
  alone?: boolean;
  /** Whether `reply` answers the packet; others are ignored, and the waiting goes on (RFC 5452 §9.1). */
  accept(reply: Uint8Array): boolean;
}

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
