import type { Severity } from '../../core/finding.ts';
import type { RecordType } from '../../core/lookup.ts';

/** What a record is for, and what a resolver that refuses it takes away. */
export interface Use {
  /** Without it the domain itself cannot be reached (critical, whatever `severity` says of others). */
  isApex: boolean;
  severity: Extract<Severity, 'high' | 'medium'>;
  /** The record as part of a sentence. */
  what: string;
  /** What fails without it, as a sentence. */
  effect: string;
}

const apex = (what: string): Use => ({ isApex: true, severity: 'high', what, effect: '' });
const high = (what: string, effect: string): Use => ({ isApex: false, severity: 'high', what, effect });
const medium = (what: string, effect: string): Use => ({ isApex: false, severity: 'medium', what, effect });

/** What the records at the domain itself are for, by type. */
const atDomain: Partial<Record<RecordType, Use>> = {
  SOA: apex('its SOA record'),
  NS: apex('its nameservers'),
  A: apex('its website'),
  MX: apex('its mail servers'),
  AAAA: medium('the IPv6 address', 'Visitors with IPv6 alone do not reach the website.'),
  TXT: high('the SPF record', 'Receivers cannot evaluate SPF, and defer or refuse mail.'),
  CAA: medium('the CAA records', 'Certificate authorities must refuse to issue certificates.'),
};

/** Names below the domain by what they begin with; `selector` is filled in by the caller. */
const below: readonly [prefix: string, use: Use][] = [
  ['_dmarc.', high('the DMARC record', 'Receivers apply no DMARC policy.')],
  ['_mta-sts.', medium('the MTA-STS record', 'Senders do not learn of the MTA-STS policy.')],
  ['mta-sts.', medium('the address of the MTA-STS policy host', 'Senders cannot fetch the MTA-STS policy.')],
  ['_smtp._tls.', medium('the TLS reporting record', 'No TLS reports are sent.')],
  ['default._bimi.', medium('the BIMI record', 'No logo is shown.')],
  ['www.', high('the address of www', 'Visitors do not reach it.')],
];

/** What the record of this name and type is for, of a domain in the zone `zone`; null for those that nothing here reads. */
export function useOf(name: string, type: RecordType, { domain, zone }: { domain: string; zone: string }): Use | null {
  if (type === 'CDS') return null;
  if (name === domain || (name === zone && (type === 'SOA' || type === 'NS'))) return atDomain[type] ?? null;
  const selector = name.endsWith(`._domainkey.${domain}`) ? name.slice(0, -`._domainkey.${domain}`.length) : null;
  if (selector !== null) return medium(`the DKIM key at selector ${selector}`, 'Receivers cannot check signatures made with this key.');
  const known = below.find(([prefix]) => name === prefix + domain)?.[1];
  if (known) return name.startsWith('www.') ? { ...known, what: `the address of ${name}` } : known;
  if (type === 'TXT') return high(`the SPF record of ${name}`, 'Receivers cannot evaluate SPF, and defer or refuse mail.');
  return high(`the address of the mail server ${name}`, 'Mail cannot be delivered to it.');
}
