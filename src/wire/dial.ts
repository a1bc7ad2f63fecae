import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { connect as startTlsOn, type SecureContext, type TLSSocket } from 'node:tls';
import { formatIp, parseIp } from '../core/ip.ts';
import { notAwaited } from './deadline.ts';

/** An address literal and a port, as they are connected to. */
export interface SocketAddress {
  address: string;
  port: number;
}

/** RFC 8305 §8, Connection Attempt Delay. */
const NEXT_ADDRESS_MS = 250;

/** Connects to `socketAddress` and makes sure that this is where the connection ends; rejects with the cause as its message. */
export function dial(socketAddress: SocketAddress, signal: AbortSignal): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const socket = connect({ host: socketAddress.address, port: socketAddress.port, noDelay: true });
  const giveUp = () => socket.destroy(new Error('timeout'));
  signal.addEventListener('abort', giveUp, { once: true });
  // Stays for good: a connection that breaks while nobody listens must not end the process.
  socket.on('error', error => reject(new Error(causeOf(error))));
  socket.once('connect', () => {
    if (isSameAddress(socket.remoteAddress, socketAddress.address)) resolve(socket);
    else socket.destroy(new Error('the connection ends at another address'));
  });
  if (signal.aborted) giveUp();
  return promise.finally(() => signal.removeEventListener('abort', giveUp));
}

/**
 * The first connection that `open` makes; the next place is tried 250 ms after the last, or at once when that has failed (RFC 8305 §5).
 * Rejects with an `AggregateError` of the causes; connections that come too late are destroyed.
 */
export function firstToAnswer<P>(candidates: readonly P[], open: (socketAddress: P, signal: AbortSignal) => Promise<Socket>, signal: AbortSignal): Promise<Socket> {
  const over = new AbortController();
  const stop = AbortSignal.any([signal, over.signal]);
  let turn: Promise<unknown> = Promise.resolve();
  const openings = candidates.map(socketAddress => {
    const opening = turn.then(() => (stop.aborted ? Promise.reject(new Error('timeout')) : open(socketAddress, stop)));
    turn = turn.then(() => Promise.race([opening, delay(NEXT_ADDRESS_MS, undefined, { signal: stop })])).catch(() => {});
    opening.then(socket => (over.signal.aborted ? socket.destroy() : over.abort(notAwaited)), () => {});
    return opening;
  });
  return Promise.any(openings).finally(() => over.abort(notAwaited));
}

export interface TlsOptions {
  /** Whose certificate it must be: a name, or an address literal. */
  host: string;
  alpn: readonly string[];
  context: SecureContext;
  /** Takes whatever certificate there is; the peer then may be anybody. */
  anyCertificate?: boolean;
  signal: AbortSignal;
}

/** Why a handshake failed: `certificate` where all that was wrong is who the peer says that it is. */
export class TlsFailed extends Error {
  readonly certificate: boolean;
  constructor(cause: string, certificate: boolean) {
    super(cause);
    this.certificate = certificate;
  }
}

/** TLS on `socket`, verified unless any certificate will do; rejects with `TlsFailed`, the socket then is destroyed. */
export function startTls(socket: Socket, { host, alpn, context, anyCertificate = false, signal }: TlsOptions): Promise<TLSSocket> {
  const { promise, resolve, reject } = Promise.withResolvers<TLSSocket>();
  // RFC 6066 §3: an address is no server name.
  const name = parseIp(host) ? {} : { servername: host };
  const protocols = alpn.length > 0 ? { ALPNProtocols: [...alpn] } : {};
  const tls = startTlsOn({ socket, host, ...name, ...protocols, secureContext: context, rejectUnauthorized: !anyCertificate });
  const giveUp = () => tls.destroy(new Error('timeout'));
  signal.addEventListener('abort', giveUp, { once: true });
  // Node.js notes what is wrong with the certificate before it ends the connection; the types do not know that there may be nothing.
  tls.on('error', error => reject(new TlsFailed(causeOf(error), Boolean(tls.authorizationError))));
  const closed = () => reject(new TlsFailed('closed during the handshake', false));
  tls.once('close', closed);
  tls.once('secureConnect', () => {
    tls.off('close', closed);
    resolve(tls);
  });
  if (signal.aborted) giveUp();
  return promise.finally(() => signal.removeEventListener('abort', giveUp));
}

const words: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection reset',
  EPIPE: 'connection reset',
  ETIMEDOUT: 'timeout',
  EHOSTUNREACH: 'no route to the host',
  ENETUNREACH: 'no route to the network',
  HPE_HEADER_OVERFLOW: 'the headers are too large',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'the certificate chain ends at an authority that is not trusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'the certificate is from an authority that is not trusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'the certificate chain is not complete or not trusted',
  CERT_HAS_EXPIRED: 'the certificate has expired',
};
const MAX_CAUSE_CHARACTERS = 200;

/** An error of the system, of TLS or of the peer as a short phrase; what the peer put into it is made harmless. */
export function causeOf(error: Error & { code?: string; reason?: string }): string {
  const phrase = words[error.code ?? ''] ?? (error.code?.startsWith('ERR_SSL') ? error.reason : undefined) ?? error.message;
  return phrase.replace(/[^\x20-\x7e]/g, '?').slice(0, MAX_CAUSE_CHARACTERS);
}

function isSameAddress(a: string | undefined, b: string): boolean {
  const [left, right] = [parseIp(a ?? ''), parseIp(b)];
  return left !== null && right !== null && formatIp(left) === formatIp(right);
}
