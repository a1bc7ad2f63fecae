import type { Socket } from 'node:net';
import { createSecureContext, getCACertificates, type SecureContext, type TLSSocket } from 'node:tls';
import type { Clock } from '../core/clock.ts';
import { isWithin } from '../core/domain-name.ts';
import { formatIp, inCidr, parseIp, parseIpv6, type Cidr } from '../core/ip.ts';
import type { Lookup } from '../core/lookup.ts';
import type { PortProbe } from '../core/outside/port-probe.ts';
import { specialPurpose } from '../core/special-addresses.ts';
import { unlessLate, withDeadline } from './deadline.ts';
import { dial, firstToAnswer, startTls, type SocketAddress, type TlsFailed } from './dial.ts';
import { createPortProbe } from './ports/probe.ts';
import { createTouchInThread } from './ports/threads.ts';
import { createPoliteness, type Politeness } from './politeness.ts';

export interface Target {
  /** A host name in A-labels, or an address in its plain form; IPv6 may stand in brackets. */
  host: string;
  port: number;
}

/** Why there is no connection; `cause` is a phrase for people that names the target. */
export interface Refused {
  refused: 'notAllowed' | 'unreachable' | 'timeout' | 'dns' | 'tls';
  cause: string;
  /** The DNS answered that the name has no address. */
  absent?: true;
  /** TLS failed by the certificate alone. */
  badCertificate?: true;
}

export interface Limits {
  /** For all that it takes: the lookup, waiting for a turn, connecting, the handshake. */
  timeoutMs: number;
  signal: AbortSignal;
  /** Hears when the addresses are known, and when one of them answers. */
  reached?: (phase: 'resolved' | 'connected') => void;
  /** Judges the vetted addresses before one of them is dialled: those that may be, or why none may. */
  admit?: (addresses: readonly string[]) => Promise<readonly string[] | string>;
}

/** Opens connections, which the caller destroys. Failures are values. */
export interface Connector {
  connect(target: Target, limits: Limits): Promise<Socket | Refused>;
  /** TLS; the certificate must be valid for `target.host`, unless the caller takes any and trusts nothing that comes. */
  connectTls(target: Target, limits: Limits & { alpn?: readonly string[]; anyCertificate?: boolean }): Promise<TLSSocket | Refused>;
}

/** The way out: whatever connects to a target does it here. */
export interface Door extends Connector {
  /** Whether `address` is public or allowed by the operator. */
  mayReach(address: string): boolean;
  /** The vetted address that a connection of this door leads to. */
  addressOf(socket: Socket): string;
  /** Touches ports of `address`, a literal; null where it must not be reached. */
  portsOf(address: string): PortProbe | null;
  /** Waits until what is no connection, such as a datagram, is decent too; the result is called when it is over. Rejects when `signal` fires. */
  turn(address: string, signal: AbortSignal): Promise<() => void>;
  /** Where `address` really is; null is nowhere. */
  route(address: string, port: number): SocketAddress | null;
  /** For servers that the operator named: they may stand anywhere. */
  configured: Connector;
  /** The same door for one check, whose own view of the DNS answers for names. */
  resolvingBy(resolve: Resolve): Door;
}

/** The A and AAAA records of a name together; `signal` fires when nobody waits for them any more. */
export type Resolve = (host: string, signal: AbortSignal) => Promise<Lookup<readonly string[]>>;

export interface DoorOptions {
  /** Ranges that may be reached although they are not public. */
  allow: readonly Cidr[];
  /** The map of a small Internet. With it nothing else is sent a packet, save loopback servers that the operator named. */
  route?: (address: string, port: number) => SocketAddress | null;
  resolve: Resolve;
  /** Trusted roots besides the usual ones, PEM. */
  ca?: readonly string[];
  clock: Clock;
  /** Shared with another door, so that a target bears no more from both together; by default its own. */
  politeness?: Politeness;
}

const MAX_ADDRESSES = 8;

/**
 * A door that looks a name up once, refuses it if any of its addresses must not be reached,
 * and connects to the addresses that it vetted: an answer that changes later changes nothing.
 */
export function createDoor({ allow, route: map, resolve, ca = [], clock, politeness: takeTurn = createPoliteness(clock) }: DoorOptions): Door {
  const vetted = new WeakMap<Socket, string>();
  const touch = createTouchInThread();
  let context: SecureContext | undefined;
  return doorFor(resolve);

  function doorFor(resolve: Resolve): Door {
    return { mayReach, addressOf, portsOf, turn, route, ...connector(false, resolve), configured: connector(true, resolve), resolvingBy: doorFor };
  }

  function mayReach(address: string): boolean {
    const bytes = parseIp(address);
    return bytes !== null && (specialPurpose(address) === null || allow.some(range => inCidr(bytes, range)));
  }

  function addressOf(socket: Socket): string {
    return vetted.get(socket) ?? 'unknown';
  }

  function route(address: string, port: number): SocketAddress | null {
    return map ? map(address, port) : { address, port };
  }

  function portsOf(address: string): PortProbe | null {
    if (!mayReach(address)) return null;
    const isSpared = map === undefined && !isOwn(address);
    return createPortProbe(touch, port => socketAddressOf(address, port, false), signal => (isSpared ? takeTurn(address, signal) : null));
  }

  function connector(configured: boolean, resolve: Resolve): Connector {
    const connect = (target: Target, { timeoutMs, signal, ...hears }: Limits) =>
      withDeadline(timeoutMs, signal, signal => connectTo(target, configured, resolve, signal, hears));
    return {
      connect,
      connectTls: (target, { timeoutMs, signal, alpn = [], anyCertificate = false, ...hears }) => withDeadline(timeoutMs, signal, async signal => {
        const socket = await connectTo(target, configured, resolve, signal, hears);
        if ('refused' in socket) return socket;
        context ??= createSecureContext({ ca: [...getCACertificates('default'), ...ca] });
        return startTls(socket, { host: plainHost(target.host)!, alpn, context, anyCertificate, signal })
          .then(tls => {
            vetted.set(tls, addressOf(socket));
            return tls;
          })
          .catch((error: TlsFailed) => ({ ...refuse(signal.aborted ? 'timeout' : 'tls', `${nameOf(target)}: ${error.message}`), ...(error.certificate ? { badCertificate: true } : {}) }));
      }),
    };
  }

  async function connectTo(target: Target, configured: boolean, resolve: Resolve, signal: AbortSignal, { reached, admit }: Pick<Limits, 'reached' | 'admit'>): Promise<Socket | Refused> {
    const addresses = await unlessLate(lookup(target, resolve, signal), signal, refuse('timeout', `${nameOf(target)}: no address in time`));
    if ('refused' in addresses) return addresses;
    reached?.('resolved');
    const forbidden = configured ? undefined : addresses.find(address => !mayReach(address));
    if (forbidden !== undefined) return refuse('notAllowed', `${target.host} must not be reached: ${forbidden} is not public (${specialPurpose(forbidden)?.name})`);
    const admitted = admit ? await unlessLate(admit(addresses), signal, 'nobody said in time that it may be asked') : addresses;
    if (typeof admitted === 'string') return refuse('notAllowed', `${nameOf(target)}: ${admitted}`);
    const ways = admitted.slice(0, MAX_ADDRESSES).flatMap(address => {
      const socketAddress = socketAddressOf(address, target.port, configured);
      return socketAddress === null ? [] : [{ address, socketAddress }];
    });
    if (ways.length === 0) return refuse('unreachable', `${nameOf(target)}: no route`);
    return firstToAnswer(ways, takeTurnAndDial, signal).then(socket => {
      reached?.('connected');
      return socket;
    }).catch((error: AggregateError) => {
      const causes = [...new Set(error.errors.map((cause: Error) => cause.message))].join('; ');
      return signal.aborted ? refuse('timeout', `${nameOf(target)}: timeout`) : refuse('unreachable', `${nameOf(target)}: ${causes}`);
    });
  }

  function socketAddressOf(address: string, port: number, configured: boolean): SocketAddress | null {
    const isLoopback = address === '::1' || address.startsWith('127.');
    const socketAddress = route(address, port) ?? (configured && isLoopback ? { address, port } : null);
    return socketAddress && parseIp(socketAddress.address) ? socketAddress : null;
  }

  /** Foreign machines are spared; what is not public is the operator's own. */
  async function turn(address: string, signal: AbortSignal): Promise<() => void> {
    return isOwn(address) ? () => {} : takeTurn(address, signal);
  }

  async function takeTurnAndDial({ address, socketAddress }: { address: string; socketAddress: SocketAddress }, signal: AbortSignal): Promise<Socket> {
    const leave = await turn(socketAddress.address, signal);
    try {
      const socket = await dial(socketAddress, signal);
      vetted.set(socket, address);
      return socket.once('close', leave);
    } catch (error) {
      leave();
      throw error;
    }
  }
}

/** Whether it is not public, and so the operator's own. */
function isOwn(address: string): boolean {
  return specialPurpose(address) !== null;
}

async function lookup({ host, port }: Target, resolve: Resolve, signal: AbortSignal): Promise<readonly string[] | Refused> {
  const plain = plainHost(host);
  if (plain === null) return refuse('notAllowed', `"${host.slice(0, 253)}" is neither a host name nor a plain IP address`);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) return refuse('notAllowed', `${port} is not a port`);
  if (parseIp(plain)) return [plain];
  // RFC 6761 §6.3: never a question for the DNS.
  if (isWithin(plain, 'localhost')) return ['127.0.0.1', '::1'];
  const lookup = await resolve(plain, signal);
  if (lookup.outcome === 'failed') return refuse('dns', `addresses of ${plain}: ${lookup.cause}`);
  return lookup.outcome === 'found' ? lookup.value : { ...refuse('dns', `${plain} has no address`), absent: true };
}

const LABEL = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/i;
const NUMBER = /^(\d+|0x[0-9a-f]*)$/i;

/** The host in its one plain form, null where it has none: `0x7f.1` and its like are addresses to some and never asked for here. */
function plainHost(host: string): string | null {
  const bytes = host.startsWith('[') && host.endsWith(']') ? parseIpv6(host.slice(1, -1)) : parseIp(host);
  if (bytes) return formatIp(bytes);
  if (host.length > 254) return null;
  const labels = host.replace(/\.$/, '').split('.');
  return labels.every(label => LABEL.test(label)) && !NUMBER.test(labels.at(-1)!) ? labels.join('.').toLowerCase() : null;
}

function nameOf({ host, port }: Target): string {
  return `${host}:${port}`;
}

function refuse(refused: Refused['refused'], cause: string): Refused {
  return { refused, cause };
}
