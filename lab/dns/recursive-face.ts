import type { Face } from './face.ts';
import { replyTo, type Message, type ResourceRecord } from './message.ts';
import type { Recursor, Resolution } from './recursive.ts';

const proofTypes = new Set(['RRSIG', 'NSEC', 'NSEC3']);

/** The resolver that clients ask: any question, signatures only for those that want them (RFC 4035 §3.2.1). */
export function recursiveFace(recursor: Recursor, delayMs: () => number): Face {
  return {
    at: 'resolver',
    delayMs,
    async answer(query) {
      const { name, type } = query.question!;
      return reply(query, await recursor.resolve(name.toLowerCase(), type));
    },
  };
}

function reply(query: Message, { rcode, answer, authority, errors }: Resolution): Message {
  const kept = (records: readonly ResourceRecord[]) =>
    query.edns?.dnssecOk ? records : records.filter(({ type }) => type === query.question!.type || !proofTypes.has(type));
  const empty = replyTo(query, { recursionAvailable: true, rcode });
  return { ...empty, answer: kept(answer), authority: kept(authority), edns: empty.edns && { ...empty.edns, errors } };
}
