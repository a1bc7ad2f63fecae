import type { Authority, Dns, ProbeQuestion, ProbeReply, ShownRecord } from '../../core/lookup.ts';
import type { Means } from './exchange.ts';
import type { Server } from './channel.ts';
import { failed, failureOfTransport, timeIsUp, unaskable } from './failure.ts';
import { answersQuery, decode, encodeQuery, mixCase, type Message, type ResourceRecord } from './message.ts';
import { presentRdata } from './present.ts';
import { rcodeText, typeCodes, typeName, type TypeName } from './types.ts';

const TIMEOUT_MS = 800;
/** Where another try follows. */
const SHORT_TIMEOUT_MS = 500;
const SAFE_BYTES = 1232;
const DNS_PORT = 53;
const CLASS_CHAOS = 3;
/** RFC 5936; a question alone, never a record. */
const TYPE_AXFR = 252;
const MAX_SHOWN_RECORDS = 100;

/**
 * Puts single messages to servers: no other transport, and no second try unless specified otherwise, so that what is shown is what one reply said.
 * `remoteOf` says where a server listens.
 */
export function createProbe(means: Means, signal: AbortSignal, remoteOf: (server: Authority) => Server = atDnsPort): Dns['probe'] {
  return (server, question) => sendUntilAnswered(means, signal, server, remoteOf(server), question);
}

/** What tells a probe from another for the same name and type, such as `CH RD` or `EDNS 1`; '' where it is a plain question. */
export function mannerOf({ class: inClass, recursionDesired, exactCase, edns }: ProbeQuestion): string {
  const { version = 0, dnssecOk = false, payloadBytes = SAFE_BYTES, option } = edns ?? {};
  const words = [
    inClass === 'CH' && 'CH', recursionDesired && 'RD', exactCase && 'exact case', edns === null && 'no EDNS', version > 0 && `EDNS ${version}`,
    dnssecOk && 'DO', payloadBytes !== SAFE_BYTES && `${payloadBytes} bytes`, option !== undefined && `option ${option}`,
  ];
  return words.filter(word => typeof word === 'string').join(' ');
}

function atDnsPort({ address }: Authority): Server {
  return { address, port: DNS_PORT };
}

async function sendUntilAnswered(means: Means, signal: AbortSignal, server: Authority, remote: Server, question: ProbeQuestion): Promise<ProbeReply> {
  const { tries = 1 } = question;
  for (let left = tries; ; left--) {
    const reply = await send(means, signal, server, remote, question, left > 1 ? SHORT_TIMEOUT_MS : TIMEOUT_MS);
    if (reply.outcome === 'answered' || reply.kind !== 'timeout' || left <= 1) return reply;
  }
}

async function send(
  { transport: carrier, clock, random }: Means, signal: AbortSignal, server: Authority, remote: Server, question: ProbeQuestion, timeoutMs: number,
): Promise<ProbeReply> {
  const { transport = 'udp', exactCase = false } = question;
  if (signal.aborted) return { server, transport, ...timeIsUp };
  const plain = encode(question, Math.floor(random() * 0x10000));
  if (!plain) return { server, transport, ...unaskable(question.name) };
  const query = exactCase || transport === 'tcp' ? plain : mixCase(plain, random);
  const startedMs = clock.monotonicMs();
  // A zone transfer goes on in further messages, which nobody wants.
  const options = { signal, timeoutMs, alone: question.type === 'AXFR', accept: (reply: Uint8Array) => answersQuery(reply, query, false) };
  const reply = await (transport === 'udp' ? carrier.exchangeUdp(remote, query, options) : carrier.exchangeTcp(remote, query, options));
  if (!(reply instanceof Uint8Array)) return { server, transport, ...failureOfTransport(reply, server.address) };
  const message = decode(reply);
  if ('malformed' in message) return { server, transport, ...failed('malformed', `the answer of ${server.address} cannot be read: ${message.malformed}`) };
  return { server, transport, rttMs: clock.monotonicMs() - startedMs, bytes: reply.length, sameCase: answersQuery(reply, query, true), ...shown(message) };
}

function encode({ name, type, class: inClass = 'IN', recursionDesired = false, edns }: ProbeQuestion, id: number): Uint8Array | null {
  const code = typeof type === 'number' ? type : type === 'AXFR' ? TYPE_AXFR : typeCodes[type as TypeName];
  return encodeQuery({ name, type: code }, {
    id, recursionDesired, class: inClass === 'CH' ? CLASS_CHAOS : 1,
    edns: edns === null ? null : { dnssecOk: false, ...edns },
  });
}

function shown(message: Message) {
  const { rcode, authoritative, recursionAvailable, truncated, edns } = message;
  return {
    outcome: 'answered' as const,
    rcode: rcodeText(rcode), authoritative, recursionAvailable, truncated,
    edns: edns && { version: edns.version, payloadBytes: edns.udpPayloadBytes, dnssecOk: edns.dnssecOk, options: edns.options },
    answers: showAll(message.answers),
    authorities: showAll(message.authorities),
    additionals: showAll(message.additionals.filter(({ type }) => type !== typeCodes.OPT)),
  };
}

function showAll(records: readonly ResourceRecord[]): ShownRecord[] {
  return records.slice(0, MAX_SHOWN_RECORDS).map(({ name, type, ttlSeconds, data }) => ({ name, type: typeName(type) ?? `TYPE${type}`, ttlSeconds, data: presentRdata(data) }));
}
