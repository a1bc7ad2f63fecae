import { describeFailure } from '../../core/lookup.ts';
import type { SmtpReply } from '../../core/outside/probes.ts';
import type { Check } from '../check.ts';
import { pinnedHosts } from '../dane/index.ts';
import { MAX_SHOWN } from '../evidence.ts';
import { enforcesMtaSts } from '../mta-sts/index.ts';
import { okUnless } from '../status.ts';
import { analyzeSmtp } from './analyze.ts';
import { collectSmtp, type SmtpFacts } from './collect.ts';
import { rules } from './rules.ts';

export type { SmtpFacts, SmtpVisit } from './collect.ts';

export const smtpCheck: Check<'smtp'> = {
  record: 'smtp',
  rules,
  collect: collectSmtp,
  analyze: ({ smtp, mx, mtaSts, dane }) => analyzeSmtp(smtp, {
    mxUnknown: mx.look.outcome === 'failed' ? describeFailure('MX', mx.domain, mx.look) : null,
    enforcesMtaSts: enforcesMtaSts(mtaSts),
    pinned: pinnedHosts(dane),
  }),
  present: ({ smtp, mx }, issues) => ({
    status: mx.look.outcome === 'failed' ? 'error' : statusOf(smtp, issues),
    hosts: smtp.visits.map(({ host, address, reply }) => ({ host, address, ...shown(reply) })),
  }),
};

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
      ? { subject: leaf.subject, issuer: leaf.issuer, names: leaf.names.slice(0, MAX_SHOWN), expiresAt: dateOf(leaf.notAfter), refused: handshake.refused?.cause ?? null }
      : null,
  };
}

/** Null for a date that cannot be read: what a certificate says is up to its maker. */
function dateOf(ms: number): string | null {
  return Number.isFinite(ms) ? new Date(ms).toISOString() : null;
}
