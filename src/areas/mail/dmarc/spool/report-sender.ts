import { parseDomain, registrableDomain } from '../../../../core/domain-name.ts';
import type { Report } from '../parse/shapes.ts';
import { findByMail } from '../senders/catalogue/index.ts';
import { bigReporters } from '../advice/policy.ts';
import type { MessageRow, SenderState } from './message.ts';

/** Domains of reporters that write from one of them and name another (2026-11). */
const sameReporter: readonly (readonly string[])[] = [['yahoo.com', 'yahooinc.com', 'yahoo-inc.com'], ['microsoft.com', 'outlook.com'], ['mimecast.org', 'mimecast.com', 'mimecastreport.com']];
/** Whose domains a report must come from that has one of the names which the advice on the policy waits for. */
const bigDomains: Readonly<Record<keyof typeof bigReporters, readonly string[]>> = {
  google: ['google.com'], microsoft: ['microsoft.com'], yahoo: ['yahoo.com', 'yahooinc.com', 'yahoo-inc.com', 'yahoo.co.jp'],
};

/**
 * What proves that the report comes from whom it names; `none` where the proof is for somebody else. Anybody can sign with a domain of his
 * own, so that of a mail counts only where it is the domain of the report's contact and organization (RFC 7489 §7.2.1.1, RFC 9990 §3.4).
 */
export function senderOf(report: Report, { authenticated, sender_domain: sender }: Pick<MessageRow, 'authenticated' | 'sender_domain'>): SenderState {
  const state = authenticated as SenderState;
  if (state !== 'dkim' && state !== 'spf' && state !== 'authenticationResults') return state;
  return sender !== null && !isMailboxOfAnybody(sender) && isFrom(report, organizationOf(sender)) ? state : 'none';
}

/** Whether anybody can have an address of the very domain: such mail proves no more than that its sender has one. */
function isMailboxOfAnybody(domain: string): boolean {
  const service = findByMail(domain);
  return service?.type === 'personalMailbox' && service.match.mail!.includes(domain);
}

function isFrom(report: Report, sender: string | null): boolean {
  const named = [contactOf(report), report.organization].map(organizationOf).filter(name => name !== null);
  const isOwn = (name: string) => name === sender || sameReporter.some(names => names.includes(name) && names.includes(sender ?? ''));
  const big = Object.entries(bigReporters).filter(([, name]) => name.test(report.organization ?? ''));
  return sender !== null && named.length > 0 && named.every(isOwn) && big.every(([id]) => bigDomains[id as keyof typeof bigDomains].includes(sender));
}

function contactOf(report: Report): string | null {
  switch (report.kind) {
    case 'aggregate': return report.email;
    case 'tls': return report.contact;
    case 'failure': return null;
  }
}

/** The registrable domain in an address, or in a name that is a domain. */
function organizationOf(text: string | null): string | null {
  const parsed = parseDomain((text ?? '').split('@').at(-1)!.replace(/[>\s].*$/, ''));
  return parsed.ok ? registrableDomain(parsed.domain) : null;
}
