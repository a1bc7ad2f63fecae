import type { Clock } from '../../core/clock.ts';
import type { Failure } from '../../core/lookup.ts';
import { failed, failureOfTransport, unaskable } from './failure.ts';
import { answersQuery, decode, encodeQuery, isTruncated, mixCase, type Message, type Question } from './message.ts';
import type { DnsTransport } from './transport.ts';
import { rcodes } from './types.ts';
import type { Server } from './channel.ts';

/** What questions are carried with; `random` gives numbers in [0, 1) that nobody can guess: the ids of messages come from it. */
export interface Means {
  transport: DnsTransport;
  clock: Clock;
  random: () => number;
}

export interface Asking {
  /** The server as it is called in causes. */
  label: string;
  transport: 'udp' | 'tcp';
  recursionDesired: boolean;
  /** Asks for signatures, and for data that a validating server would refuse: they are judged here. */
  withSignatures: boolean;
  /** Hides a further secret in the letters of the name; for servers across the open Internet. */
  mixedCase: boolean;
  /** For each message over UDP. */
  timeoutMs: number;
  /** On the monotonic clock: nothing lasts beyond it. */
  untilMs: number;
  signal: AbortSignal;
}

/** A reply, whatever its response code, and how it came. */
export interface Exchanged {
  message: Message;
  transport: 'udp' | 'tcp';
  rttMs: number;
}

export type Exchange = (server: Server, question: Question, asking: Asking) => Promise<Exchanged | Failure>;

/**
 * Puts one question to one server: over UDP first and over TCP after a truncated reply (RFC 7766 §5),
 * and once more without EDNS where the server cannot read it (RFC 6891 §7), which is remembered.
 */
export function createExchange(means: Means): Exchange {
  const withoutEdns = new Set<string>();

  return async function exchange(server, question, asking) {
    const edns = !withoutEdns.has(asking.label);
    const first = await attempt(means, server, question, asking, edns);
    if (!edns || !isEdnsRefusal(first)) return first;
    const second = await attempt(means, server, question, asking, false);
    if ('message' in second && !isEdnsRefusal(second)) withoutEdns.add(asking.label);
    return second;
  };
}

async function attempt(means: Means, server: Server, question: Question, asking: Asking, edns: boolean): Promise<Exchanged | Failure> {
  const id = Math.floor(means.random() * 0x10000);
  const plain = encodeQuery(question, {
    id, recursionDesired: asking.recursionDesired, checkingDisabled: asking.withSignatures, edns: edns ? { dnssecOk: asking.withSignatures } : null,
  });
  if (!plain) return unaskable(question.name);
  const query = asking.mixedCase ? mixCase(plain, means.random) : plain;
  if (asking.transport === 'tcp') return carry(means, server, query, asking, 'tcp');
  const reply = await carry(means, server, query, asking, 'udp');
  if (reply !== 'tcp') return reply;
  const whole = await carry(means, server, query, asking, 'tcp');
  if ('message' in whole || whole.kind === 'deadline') return whole;
  return failed('truncated', `the answer is truncated, and over TCP: ${whole.cause}`);
}

function carry(means: Means, server: Server, query: Uint8Array, asking: Asking, transport: 'tcp'): Promise<Exchanged | Failure>;
function carry(means: Means, server: Server, query: Uint8Array, asking: Asking, transport: 'udp'): Promise<Exchanged | Failure | 'tcp'>;
/** Sends `query` once; `tcp` where the reply over UDP is cut short, or answers in other letters and may be a forgery. */
async function carry(
  { transport: carrier, clock }: Means, server: Server, query: Uint8Array, asking: Asking, transport: 'udp' | 'tcp',
): Promise<Exchanged | Failure | 'tcp'> {
  const startedMs = clock.monotonicMs();
  const leftMs = Math.max(1, asking.untilMs - startedMs);
  const options = { signal: asking.signal, accept: (reply: Uint8Array) => answersQuery(reply, query, false) };
  const reply = transport === 'udp'
    ? await carrier.exchangeUdp(server, query, { ...options, timeoutMs: Math.min(asking.timeoutMs, leftMs) })
    : await carrier.exchangeTcp(server, query, { ...options, timeoutMs: leftMs });
  if (!(reply instanceof Uint8Array)) return failureOfTransport(reply, asking.label);
  if (transport === 'udp' && (isTruncated(reply) || !answersQuery(reply, query, true))) return 'tcp';
  if (isTruncated(reply)) return failed('truncated', `the answer of ${asking.label} is truncated`);
  const message = decode(reply);
  if ('malformed' in message) return failed('malformed', `the answer of ${asking.label} cannot be read: ${message.malformed}`);
  return { message, transport, rttMs: clock.monotonicMs() - startedMs };
}

function isEdnsRefusal(reply: Exchanged | Failure): boolean {
  const refusals: readonly number[] = [rcodes.formErr, rcodes.notImp, rcodes.badVers];
  return 'message' in reply && refusals.includes(reply.message.rcode);
}
