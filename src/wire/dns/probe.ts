import type { Dns, ProbeQuestion, ProbeReply, ShownRecord } from '../../core/lookup.ts';
import type { Means } from './exchange.ts';
import { failed, failureOfTransport, timeIsUp, unaskable } from './failure.ts';
import { answersQuery, decode, encodeQuery, mixCase, type Message, type ResourceRecord } from './message.ts';
import { presentRdata } from './present.ts';
import { rcodeText, typeCodes, typeName, type TypeName } from './types.ts';

const TIMEOUT_MS = 800;
const DNS_PORT = 53;
const CLASS_CHAOS = 3;
const MAX_SHOWN_RECORDS = 100;

/** Puts single messages to servers: no retry, no other transport, so that what is shown is what one reply said. Equal ones are sent once. */
export function createProbe(means: Means, signal: AbortSignal): Dns['probe'] {
  const sent = new Map<string, Promise<ProbeReply>>();
  return (server, question) => {
    const key = `${server.address} ${JSON.stringify(question)}`;
    const reply = sent.get(key) ?? send(means, signal, server, question);
    sent.set(key, reply);
    return reply;
  };
}

async function send({ transport: carrier, clock, random }: Means, signal: AbortSignal, server: { name: string; address: string }, question: ProbeQuestion): Promise<ProbeReply> {
  const { transport = 'udp', exactCase = false } = question;
  if (signal.aborted) return { server, transport, ...timeIsUp };
  const plain = encode(question, Math.floor(random() * 0x10000));
  if (!plain) return { server, transport, ...unaskable(question.name) };
  const query = exactCase || transport === 'tcp' ? plain : mixCase(plain, random);
  const startedMs = clock.monotonicMs();
  const options = { signal, timeoutMs: TIMEOUT_MS, accept: (reply: Uint8Array) => answersQuery(reply, query, false) };
  const place = { address: server.address, port: DNS_PORT };
  const reply = await (transport === 'udp' ? carrier.exchangeUdp(place, query, options) : carrier.exchangeTcp(place, query, options));
  if (!(reply instanceof Uint8Array)) return { server, transport, ...failureOfTransport(reply, server.address) };
  const message = decode(reply);
  if ('malformed' in message) return { server, transport, ...failed('malformed', `the answer of ${server.address} cannot be read: ${message.malformed}`) };
  return { server, transport, rttMs: clock.monotonicMs() - startedMs, sameCase: answersQuery(reply, query, true), ...shown(message) };
}

function encode({ name, type, class: inClass = 'IN', recursionDesired = false, edns }: ProbeQuestion, id: number): Uint8Array | null {
  const code = typeof type === 'number' ? type : typeCodes[type as TypeName];
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
