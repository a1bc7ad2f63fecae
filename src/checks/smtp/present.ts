import type { z } from 'zod';
import type { SmtpReply } from '../../core/outside/probes.ts';
import type { ReadableField } from '../check.ts';
import { MAX_SHOWN } from '../evidence.ts';
import { dayOf, isoOf } from '../moments.ts';
import { okUnless } from '../status.ts';
import type { SmtpFacts } from './collect.ts';
import type { SmtpShape } from './shape.ts';

type Shown = z.output<typeof SmtpShape>;

/** What each mail server said, host by host. */
export function presentSmtp(facts: SmtpFacts, mxFailed: boolean, issues: readonly string[]) {
  return {
    status: mxFailed ? 'error' as const : statusOf(facts, issues),
    hosts: facts.visits.map(({ host, address, reply }) => ({ host, address, ...shown(reply) })),
  };
}

/** `notTested` where no mail server could be spoken to. */
function statusOf({ visits }: SmtpFacts, issues: readonly string[]): 'ok' | 'missing' | 'error' | 'notTested' {
  if (visits.length === 0) return 'missing';
  const nothingSeen = visits.every(({ reply }) => reply?.outcome !== 'answered');
  return nothingSeen && issues.length === 0 ? 'notTested' : okUnless(issues);
}

/** What a reader wants to know of one visit; null where it did not come that far. */
function shown(reply: SmtpReply | null) {
  const answered = reply?.outcome === 'answered' ? reply : null;
  const handshake = answered?.handshake?.outcome === 'answered' ? answered.handshake : null;
  const leaf = handshake?.chain[0];
  return {
    failure: reply?.outcome === 'failed' ? reply.cause : null,
    greeting: answered?.greeting ?? null,
    startTls: answered?.startTls ?? null,
    protocol: handshake?.protocol ?? null,
    cipher: handshake?.cipher ?? null,
    certificate: leaf
      ? { subject: leaf.subject, issuer: leaf.issuer, names: leaf.names.slice(0, MAX_SHOWN), expiresAt: isoOf(leaf.notAfter), refused: handshake.refused?.cause ?? null }
      : null,
  };
}

/** What was found in a few words. */
export function summarizeSmtp({ hosts }: Shown): string {
  const encrypted = hosts.filter(({ startTls }) => startTls === true).length;
  return hosts.length === 0 ? '' : `${encrypted} of ${hosts.length} mail servers encrypt`;
}

/** In what a change is reported. */
export function readSmtp({ hosts }: Shown): readonly ReadableField[] {
  return [
    ['Encryption of a mail server', hosts.flatMap(({ host, startTls, protocol }) => (startTls === null ? [] : [`${host}: ${startTls ? protocol ?? 'STARTTLS' : 'none'}`]))],
    ['Certificate of a mail server', hosts.flatMap(({ host, certificate }) => (certificate ? [`${host}: ${certificate.subject}, by ${certificate.issuer}, until ${dayOf(certificate.expiresAt)}`] : []))],
  ];
}
