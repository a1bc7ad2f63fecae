import type { ReasonCode, SenderFacts } from './shapes.ts';

/** What the receiver says of a message that was passed on, by its reasons for an override (RFC 7489 §C, RFC 9990 §3.1.1.6); null for nothing. */
export function receiverSays(reasons: SenderFacts['reasons']): Extract<ReasonCode, 'receiver_forwarder' | 'receiver_list' | 'receiver_arc'> | null {
  const types = new Set(reasons.map(({ type }) => type));
  if (types.has('mailing_list')) return 'receiver_list';
  if (types.has('trusted_forwarder') || types.has('forwarded')) return 'receiver_forwarder';
  return reasons.some(({ type, comment }) => type === 'local_policy' && /(^|[\s;(])arc\s*=\s*pass\b/i.test(comment ?? '')) ? 'receiver_arc' : null;
}

/** Local parts that forwarders write (SRS, Gmail's +caf_), and host names that they keep for it. Anybody can write the same. */
const REWRITTEN = /^srs[01][=+-]|\+caf_=|^[^@]*\bforward[^@]*@|^(srs|forward(er)?s?|fwd|relay-srs)\d*\./i;

/** Whether the envelope sender, an address or a domain, has the form that forwarders give it. */
export function rewritesEnvelope(envelopeFrom: string | null): boolean {
  if (!envelopeFrom) return false;
  return REWRITTEN.test(envelopeFrom) || REWRITTEN.test(envelopeFrom.slice(envelopeFrom.lastIndexOf('@') + 1));
}
