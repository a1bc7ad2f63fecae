import { parseDomain, registrableDomain } from '../../../../core/domain-name.ts';
import type { Report } from '../parse/shapes.ts';
import type { MessageRow, SenderState } from './message.ts';

/** Reporters that write from one of their domains and name another (2026-11). */
const sameReporter: readonly (readonly string[])[] = [['yahoo.com', 'yahooinc.com', 'yahoo-inc.com']];

/**
 * Whether the report comes from whom it names: `spf` where the sender of the mail was authenticated and is of the same organization
 * as the report's address, `none` where not, `unknown` where it was not checked. Anybody can authenticate a domain of his own, so
 * authentication without this says nothing.
 */
export function senderOf(report: Report, { authenticated, sender_domain: sender }: Pick<MessageRow, 'authenticated' | 'sender_domain'>): SenderState {
  if (authenticated !== 'spf' || sender === null) return authenticated === 'unknown' ? 'unknown' : 'none';
  const named = [contactOf(report), report.organization].map(organizationOf).filter(name => name !== null);
  const from = organizationOf(sender);
  return named.some(name => name === from || sameReporter.some(names => names.includes(name) && names.includes(from ?? ''))) ? 'spf' : 'none';
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
