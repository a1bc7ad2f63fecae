import { registeredDomain } from '../../core/domain-name.ts';
import type { Lookup, RecordData, Security } from '../../core/lookup.ts';
import type { CollectContext } from '../check.ts';
import { found } from '../lookups.ts';
import { lookupExchanges } from '../mx/index.ts';

export type Tlsa = RecordData['TLSA'];

/** One mail server, its TLSA records, and whether a sender may believe what leads to them. */
export interface DaneHost {
  host: string;
  /** Whether it lies in the domain that is checked, whose owner can fix its records. */
  own: boolean;
  tlsa: Lookup<readonly Tlsa[]>;
  /** Null where nobody asked: a foreign server without TLSA records. */
  security: { mx: Security; address: Security; tlsa: Security } | null;
}

/** What the mail servers of the domain promise of their certificates (RFC 7672). */
export interface DaneFacts {
  domain: string;
  /** Most preferred first. */
  hosts: readonly DaneHost[];
  /** Mail servers that were not checked, because there are too many. */
  leftOut: readonly string[];
}

/** The name that holds the TLSA records of a mail server (RFC 7672 §2.2.3). */
export function tlsaName(host: string): string {
  return `_25._tcp.${host}`;
}

/** Asks for the TLSA records of each mail server as soon as its name is known. */
export async function collectDane(context: CollectContext): Promise<DaneFacts> {
  const { exchanges, leftOut } = await lookupExchanges(context);
  return { domain: context.domain, hosts: await Promise.all(exchanges.map(({ exchange }) => visit(exchange, context))), leftOut };
}

async function visit(host: string, { domain, dns }: CollectContext): Promise<DaneHost> {
  const own = registeredDomain(host) === registeredDomain(domain);
  const tlsa = await dns.lookup(tlsaName(host), 'TLSA');
  if (tlsa.outcome === 'absent' && !own) return { host, own, tlsa, security: null };
  const addressType = found(await dns.lookup(host, 'A')).length > 0 ? 'A' : 'AAAA';
  const [mx, address, ofTlsa] = await Promise.all([dns.secure(domain, 'MX'), dns.secure(host, addressType), dns.secure(tlsaName(host), 'TLSA')]);
  return { host, own, tlsa, security: { mx, address, tlsa: ofTlsa } };
}
