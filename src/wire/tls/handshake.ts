import { constants, type X509Certificate } from 'node:crypto';
import type { Socket } from 'node:net';
import { connect, createSecureContext, getCACertificates, type SecureContext, type TLSSocket } from 'node:tls';
import type { CertificateSeen, HandshakeReply } from '../../core/outside/probes.ts';
import { parseIp } from '../../core/ip.ts';
import { causeOf } from '../dial.ts';
import { certificateSeen } from './certificate.ts';

export interface HandshakeOptions {
  /** Whose certificate it should be: a name, or an address literal. */
  host: string;
  /** The address that is probed, as the reply names it. */
  address: string;
  alpn?: readonly string[];
  /** Made by `judgingContext`. */
  context: SecureContext;
  /** Epoch milliseconds: whether a certificate is out of date. */
  now: number;
  /** Ends the handshake as failed. */
  signal: AbortSignal;
}

const MAX_CHAIN = 10;
/** Of a handshake; OpenSSL itself passes over some messages without end. Node does not say while it reads, so it is polled. */
const MAX_BYTES = 256 * 1024;
const POLL_MS = 50;

/** Trusts the usual roots and `ca` (PEM), and speaks with old servers too: whatever the server prefers is seen. */
export function judgingContext(ca: readonly string[]): SecureContext {
  return createSecureContext({
    ca: [...getCACertificates('default'), ...ca],
    minVersion: 'TLSv1',
    ciphers: 'DEFAULT:@SECLEVEL=0',
    secureOptions: constants.SSL_OP_LEGACY_SERVER_CONNECT,
  });
}

/** One handshake on `socket`, which is destroyed in the end; any certificate is taken, and why a client would refuse it is reported. */
export async function handshakeOn(socket: Socket, options: HandshakeOptions): Promise<HandshakeReply> {
  const { host, alpn = [], context, signal } = options;
  const { promise: secured, resolve, reject } = Promise.withResolvers<void>();
  // RFC 6066 §3: an address is no server name.
  const name = parseIp(host) ? {} : { servername: host };
  const protocols = alpn.length > 0 ? { ALPNProtocols: [...alpn] } : {};
  const tls = connect({ socket, host, ...name, ...protocols, secureContext: context, rejectUnauthorized: false, requestOCSP: true });
  let ocspStapled = false;
  const giveUp = () => tls.destroy(new Error('timeout'));
  signal.addEventListener('abort', giveUp, { once: true });
  tls.on('OCSPResponse', (response: Buffer | null) => { ocspStapled = response !== null && response.length > 0; });
  tls.on('error', reject);
  tls.once('close', () => reject(new Error('closed during the handshake')));
  tls.once('secureConnect', resolve);
  if (signal.aborted) giveUp();
  const guard = setInterval(() => {
    if (socket.bytesRead > MAX_BYTES) tls.destroy(new Error('the handshake is too long'));
  }, POLL_MS);
  try {
    await secured;
    return seen(tls, options, ocspStapled);
  } catch (error) {
    return { outcome: 'failed', stage: 'tls', cause: causeOf(error as Error) };
  } finally {
    clearInterval(guard);
    signal.removeEventListener('abort', giveUp);
    tls.destroy();
    socket.destroy();
  }
}

function seen(tls: TLSSocket, { host, address, now }: HandshakeOptions, ocspStapled: boolean): HandshakeReply {
  const certificates = chainOf(tls);
  const leaf = certificates[0];
  if (leaf === undefined) return { outcome: 'failed', stage: 'tls', cause: 'the server shows no certificate' };
  const chain = certificates.map(certificateSeen);
  const namesHost = (parseIp(host) ? leaf.checkIP(host) : leaf.checkHost(host, { subject: 'never', partialWildcards: false })) !== undefined;
  return {
    outcome: 'answered',
    address,
    protocol: tls.getProtocol() ?? 'unknown',
    cipher: tls.getCipher().standardName,
    group: groupOf(tls),
    alpn: typeof tls.alpnProtocol === 'string' ? tls.alpnProtocol : null,
    chain,
    namesHost,
    refused: chainFaultOf(tls, chain[0]!, now) ?? (namesHost ? null : { reason: 'name', cause: `the certificate is not for ${host}` }),
    ocspStapled,
  };
}

/** As sent. Node hands the chain out once: it takes the certificates from the connection. */
function chainOf(tls: TLSSocket): X509Certificate[] {
  const chain: X509Certificate[] = [];
  for (let next = tls.getPeerX509Certificate(); next !== undefined && chain.length < MAX_CHAIN; next = next.issuerCertificate) chain.push(next);
  return chain;
}

const outOfDate = new Set(['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID']);

/** What OpenSSL holds against the chain; the server's own certificate being out of date is kept apart, for that is fixed elsewhere. */
function chainFaultOf(tls: TLSSocket, { notBefore, notAfter }: CertificateSeen, now: number): { reason: 'chain' | 'expired'; cause: string } | null {
  // Node types it as an error; it is the code of one.
  const code = tls.authorizationError as unknown as string | undefined;
  if (tls.authorized || code === undefined || code === 'ERR_TLS_CERT_ALTNAME_INVALID') return null;
  const cause = causeOf(Object.assign(new Error(code.toLowerCase().replaceAll('_', ' ')), { code }));
  if (!outOfDate.has(code)) return { reason: 'chain', cause };
  return now < notBefore || now > notAfter ? { reason: 'expired', cause } : { reason: 'chain', cause: `${cause}: one of those above the server's own` };
}

/** In IANA's spelling. */
function groupOf(tls: TLSSocket): string | null {
  const name = (tls.getEphemeralKeyInfo() as { name?: string } | null)?.name;
  return name === undefined ? null : groupNames[name] ?? name;
}

/** OpenSSL's names of groups where IANA has another. */
const groupNames: Readonly<Record<string, string>> = { X25519: 'x25519', X448: 'x448', prime256v1: 'secp256r1' };
