import type { SecureContext } from 'node:tls';
import type { Clock } from '../../core/clock.ts';
import type { HandshakeReply, OldVersionReply, TlsFailure, TlsProbe, TlsOfferReply, TlsTarget } from '../../core/outside/probes.ts';
import { withDeadline } from '../deadline.ts';
import type { Door, Refused } from '../door.ts';
import { ask } from './ask.ts';
import { enumerateOffer } from './enumerate.ts';
import { groupsOf } from './groups.ts';
import { handshakeOn, judgingContext } from './handshake.ts';
import { suitesOf } from './suites.ts';

export interface TlsProbeOptions {
  /** Trusted roots besides the usual ones, PEM. */
  ca: readonly string[];
  clock: Clock;
  random: () => number;
}

const HANDSHAKE_MS = 5000;
const ENUMERATION_MS = 20_000;
/** How many connections one enumeration may have open to a server; what the door allows all callers together counts too. */
const PARALLEL = 16;
const PROTOCOLS = ['h2', 'http/1.1'];

/** Probes the TLS of servers that a door leads to; the roots are read once for all doors. */
export function createTlsProbes({ ca, clock, random }: TlsProbeOptions): (door: Door) => TlsProbe {
  let context: SecureContext | undefined;
  return door => probesBy(door, {
    clock,
    context: () => (context ??= judgingContext(ca)),
    randomBytes: () => Uint8Array.from({ length: 32 }, () => Math.floor(random() * 256)),
  });
}

function probesBy(door: Door, { clock, context, randomBytes }: { clock: Clock; context: () => SecureContext; randomBytes: () => Uint8Array }): TlsProbe {
  return {
    handshake: (target, signal) => withDeadline(HANDSHAKE_MS, signal, signal => handshake(target, target.host, PROTOCOLS, signal)),
    oldVersion: (target, signal) => withDeadline(HANDSHAKE_MS, signal, signal => oldVersion(target, signal)),
    enumerate: (target, signal) => withDeadline(ENUMERATION_MS, signal, signal => enumerate(target, signal)),
  };

  async function handshake(target: TlsTarget, host: string, alpn: readonly string[], signal: AbortSignal): Promise<HandshakeReply> {
    const socket = await door.connect(target, { timeoutMs: HANDSHAKE_MS, signal });
    if ('refused' in socket) return failed(socket);
    const reply = await handshakeOn(socket, { host, address: door.addressOf(socket), alpn, context: context(), now: clock.now(), signal });
    return reply.outcome === 'failed' ? { ...reply, cause: `${host}:${target.port}: ${reply.cause}` } : reply;
  }

  async function oldVersion(target: TlsTarget, signal: AbortSignal): Promise<OldVersionReply> {
    const version = 'TLSv1.1';
    const socket = await door.connect(target, { timeoutMs: HANDSHAKE_MS, signal });
    if ('refused' in socket) return failed(socket);
    const address = door.addressOf(socket);
    const hello = { version, suites: suitesOf[version], groups: groupsOf(version), host: target.host, random: randomBytes() } as const;
    const asked = await ask(socket, hello, 'serverHello', signal);
    switch (asked.kind) {
      case 'silent': return { outcome: 'failed', stage: 'tls', cause: `${nameOf(target)}: no answer in time` };
      case 'garbled': return { outcome: 'failed', stage: 'tls', cause: `${nameOf(target)}: the answer is no TLS` };
      case 'refused': return { outcome: 'answered', address, version: null };
      case 'hello': return { outcome: 'answered', address, version: asked.hello.version };
    }
  }

  /** Every connection goes to the address that the first one reached: the servers of one name may differ. */
  async function enumerate(target: TlsTarget, signal: AbortSignal): Promise<TlsOfferReply> {
    const startedMs = clock.monotonicMs();
    const first = await door.connect(target, { timeoutMs: HANDSHAKE_MS, signal });
    if ('refused' in first) return failed(first);
    const address = door.addressOf(first);
    const same = { host: address, port: target.port };
    const opened = [first];
    const offer = await enumerateOffer(async signal => opened.pop() ?? door.connect(same, { timeoutMs: HANDSHAKE_MS, signal }), {
      host: target.host,
      parallel: PARALLEL,
      random: randomBytes(),
      negotiate: async (protocols, signal) => {
        const reply = await withDeadline(HANDSHAKE_MS, signal, signal => handshake(same, target.host, protocols, signal));
        return reply.outcome === 'answered' ? reply.alpn : null;
      },
      signal,
    });
    opened.pop()?.destroy();
    return 'refused' in offer ? failed(offer) : { outcome: 'answered', address, offer: { ...offer, durationMs: Math.round(clock.monotonicMs() - startedMs) } };
  }
}

function failed({ refused, cause }: Refused): TlsFailure {
  return { outcome: 'failed', stage: refused === 'dns' || refused === 'tls' ? refused : 'connect', cause };
}

function nameOf({ host, port }: TlsTarget): string {
  return `${host}:${port}`;
}
