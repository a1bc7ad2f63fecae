import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { Clock } from '../../core/clock.ts';
import type { Admit, EndpointFailure, EndpointSight, Phases } from '../../core/outside/endpoint-probes.ts';
import type { Resolver } from '../dns/resolver.ts';
import type { Door, Refused, Target } from '../door.ts';

/** What endpoints are asked with. */
export interface Means {
  door: Door;
  resolver: Pick<Resolver, 'lookup' | 'answeredSince'>;
  clock: Clock;
}

const MAX_BODY_CHARACTERS = 262_144;
const MAX_HEADERS = 100;

/** One visit of an endpoint: takes the times of its phases, and notes what was seen on the way. */
export class Visit {
  readonly #means: Means;
  readonly #startedMs: number;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  readonly #phases: Omit<Phases, 'totalMs'> = { dnsMs: null, connectMs: null, tlsMs: null, firstByteMs: null };
  readonly #admit: Admit | null;
  #markMs: number;
  #judgedMs = 0;
  address: string | null = null;
  tlsExpiresAt: number | null = null;

  constructor(means: Means, { timeoutMs, signal, admit }: { timeoutMs: number; signal: AbortSignal; admit?: Admit }) {
    this.#means = means;
    this.#admit = admit ?? null;
    this.#startedMs = this.#markMs = means.clock.monotonicMs();
    this.timeoutMs = timeoutMs;
    this.signal = signal;
  }

  /** Connects, with TLS where it is `secure`; phases of several connections add up. */
  async open(target: Target, secure: boolean, alpn: readonly string[] = []): Promise<Socket | EndpointFailure> {
    const { door } = this.#means;
    this.#markMs = this.#means.clock.monotonicMs();
    const judged: { outcome: readonly string[] | string } = { outcome: [] };
    const admit = async (addresses: readonly string[]) => {
      judged.outcome = `${target.host}: its turn did not come in time`;
      return judged.outcome = await this.admitted(target, addresses);
    };
    const limits = { timeoutMs: this.timeoutMs, signal: this.signal, admit, reached: (phase: 'resolved' | 'connected') => this.#take(phase === 'resolved' ? 'dnsMs' : 'connectMs') };
    const socket = secure ? await door.connectTls(target, { ...limits, alpn }) : await door.connect(target, limits);
    if ('refused' in socket) return typeof judged.outcome === 'string' ? { kind: 'notAsked', cause: judged.outcome } : this.#failureOf(socket);
    if (secure) this.#seeCertificate(socket as TLSSocket);
    this.address = door.addressOf(socket);
    return socket;
  }

  /** Those of the addresses that may be asked, or why none may. */
  async admitted(hop: { host: string; port: number | null }, addresses: readonly string[]): Promise<readonly string[] | string> {
    if (this.#admit === null) return addresses;
    const beganMs = this.#means.clock.monotonicMs();
    try {
      return await this.#admit(hop, addresses, this.signal);
    } finally {
      const tookMs = this.#means.clock.monotonicMs() - beganMs;
      this.#judgedMs += tookMs;
      this.#markMs += tookMs;
    }
  }

  /** The first byte of a reply is there. */
  firstByte(): void {
    this.#take('firstByteMs');
  }

  /** What goes by no connection of its own has taken this long to come. */
  took(phase: 'dnsMs' | 'firstByteMs'): void {
    this.#take(phase);
  }

  /** What a lookup that failed says: of us, where no resolver answers anything. */
  lookupFailure(cause: string): EndpointFailure {
    return { kind: this.#means.resolver.answeredSince(this.#startedMs) ? 'dns' : 'ours', cause };
  }

  sight(seen: Partial<Pick<EndpointSight, 'failure' | 'status' | 'headers' | 'body' | 'bodyBytes' | 'answers' | 'rcode'>>): EndpointSight {
    const { body = '', headers = [] } = seen;
    return {
      phases: { ...this.#phases, totalMs: this.#means.clock.monotonicMs() - this.#startedMs - this.#judgedMs }, address: this.address, tlsExpiresAt: this.tlsExpiresAt,
      failure: null, status: null, answers: [], rcode: null, bodyBytes: Buffer.byteLength(body), ...seen, body: body.slice(0, MAX_BODY_CHARACTERS), headers: headers.slice(0, MAX_HEADERS),
    };
  }

  failed(failure: EndpointFailure): EndpointSight {
    return this.sight({ failure });
  }

  /** An error on an open connection. */
  broken(cause: string): EndpointSight {
    return this.failed(this.signal.aborted ? { kind: 'timeout', cause: `no reply within ${this.timeoutMs} ms` } : { kind: 'protocol', cause });
  }

  #take(phase: keyof Omit<Phases, 'totalMs'>): void {
    const nowMs = this.#means.clock.monotonicMs();
    this.#phases[phase] = (this.#phases[phase] ?? 0) + Math.max(0, nowMs - this.#markMs);
    this.#markMs = nowMs;
  }

  #seeCertificate(socket: TLSSocket): void {
    this.#take('tlsMs');
    const expires = socket.getPeerX509Certificate()?.validToDate.getTime();
    if (expires !== undefined) this.tlsExpiresAt = Math.min(this.tlsExpiresAt ?? Infinity, expires);
  }

  #failureOf({ refused, cause }: Refused): EndpointFailure {
    switch (refused) {
      case 'dns': return this.lookupFailure(cause);
      case 'unreachable': return { kind: 'connect', cause };
      case 'timeout': return { kind: 'timeout', cause };
      case 'tls': return { kind: 'tls', cause };
      case 'notAllowed': return { kind: 'notAllowed', cause };
    }
  }
}
