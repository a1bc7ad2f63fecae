import type { Socket } from 'node:net';
import type { SecureContext } from 'node:tls';
import type { Clock } from '../core/clock.ts';
import type { HandshakeReply, SmtpFailure, SmtpProbe, SmtpReply } from '../core/outside/probes.ts';
import { withDeadline } from './deadline.ts';
import type { Connector, Refused } from './door.ts';
import { readReplies, type NoReply, type SmtpReplies, type SmtpServerReply } from './smtp-probe-replies.ts';
import { handshakeOn, judgingContext } from './tls/handshake.ts';

export interface SmtpProbeOptions {
  door: Pick<Connector, 'connect'>;
  clock: Pick<Clock, 'now'>;
  /** Trusted roots besides the usual ones, PEM. */
  ca?: readonly string[];
  /** For connecting: where port 25 is blocked, every visit ends here. */
  connectMs?: number;
  /** For the whole visit. RFC 5321 §4.5.3.2 lets a server take minutes: what ends here says nothing of it. */
  timeoutMs?: number;
}

const PORT = 25;
const READY = 220;
const OK = 250;
/** Replies of a server that does not know the command (RFC 5321 §4.2.4). */
const UNKNOWN_COMMAND: ReadonlySet<number> = new Set([500, 502, 504]);

/** Visits mail servers as far as the TLS handshake; no envelope is begun. */
export function createSmtpProbe({ door, clock, ca = [], connectMs = 2000, timeoutMs = 5000 }: SmtpProbeOptions): SmtpProbe {
  let context: SecureContext | undefined;
  return {
    visit: (host, address, signal) => withDeadline(timeoutMs, signal, async signal => {
      const socket = await door.connect({ host: address, port: PORT }, { timeoutMs: connectMs, signal });
      if ('refused' in socket) return unconnected(socket, address);
      context ??= judgingContext(ca);
      const handshake = () => handshakeOn(socket, { host, address, context: context!, now: clock.now(), signal });
      try {
        const reply = await talk(socket, { address, handshake, signal });
        const late = signal.aborted && reply.outcome === 'answered' && reply.handshake?.outcome === 'failed';
        return late ? failed('tls', { kind: 'timeout', cause: 'timeout' }) : reply;
      } finally {
        socket.destroySoon();
      }
    }),
  };
}

interface Talk {
  address: string;
  handshake: () => Promise<HandshakeReply>;
  signal: AbortSignal;
}

async function talk(socket: Socket, { address, handshake, signal }: Talk): Promise<SmtpReply> {
  const replies = readReplies(socket);
  const greeted = await replies.next(signal);
  if (isMissing(greeted)) return failed('greeting', greeted);
  if (greeted.code !== READY) return failed('greeting', rejection(greeted));
  socket.write(`EHLO ${ownName(socket)}\r\n`);
  const offered = await replies.next(signal);
  if (isMissing(offered)) return failed('ehlo', offered);
  if (offered.code !== OK && !UNKNOWN_COMMAND.has(offered.code)) return failed('ehlo', rejection(offered));
  const startTls = offered.code === OK && offered.lines.some(line => /^STARTTLS$/i.test(line));
  const seen = { outcome: 'answered', address, greeting: greeted.lines[0]!, startTls, talksOn: false, handshake: null } as const;
  if (startTls) return { ...seen, ...await secure(socket, replies, handshake, signal) };
  socket.write('QUIT\r\n');
  return seen;
}

async function secure(
  socket: Socket, replies: SmtpReplies, handshake: () => Promise<HandshakeReply>, signal: AbortSignal,
): Promise<{ talksOn: boolean; handshake: HandshakeReply }> {
  socket.write('STARTTLS\r\n');
  const consent = await replies.next(signal);
  const talksOn = replies.release();
  if (!isMissing(consent) && consent.code === READY) return { talksOn, handshake: await handshake() };
  return { talksOn: false, handshake: { outcome: 'failed', stage: 'tls', cause: `STARTTLS: ${isMissing(consent) ? consent.cause : textOf(consent)}` } };
}

/** RFC 5321 §4.1.4: a client without a name of its own gives its address. */
function ownName({ localAddress = '127.0.0.1' }: Socket): string {
  return localAddress.includes(':') ? `[IPv6:${localAddress}]` : `[${localAddress}]`;
}

function isMissing(reply: SmtpServerReply | NoReply): reply is NoReply {
  return 'kind' in reply;
}

function rejection(reply: SmtpServerReply): Pick<SmtpFailure, 'kind' | 'cause'> {
  return { kind: reply.code < 400 ? 'garbled' : 'rejected', cause: textOf(reply) };
}

function textOf({ code, lines }: SmtpServerReply): string {
  return `${code} ${lines[0]!}`.trim();
}

/** The door names the target in front; who hears of the visit knows it. */
function unconnected({ refused, cause }: Refused, address: string): SmtpFailure {
  return failed('connect', { kind: refused === 'timeout' ? 'timeout' : 'unreachable', cause: cause.replace(`${address}:${PORT}: `, '') });
}

function failed(stage: SmtpFailure['stage'], { kind, cause }: Pick<SmtpFailure, 'kind' | 'cause'>): SmtpFailure {
  return { outcome: 'failed', stage, kind, cause };
}
