import { parseIp } from '../../core/ip.ts';
import type { Lookup, RecordData } from '../../core/lookup.ts';
import { found } from '../lookups.ts';

type MxLookup = Lookup<readonly RecordData['MX'][]>;

/** The records that name an exchange, most preferred first and then by name (RFC 5321 §5.1). */
export function exchangesOf(lookup: MxLookup): RecordData['MX'][] {
  return found(lookup).filter(({ exchange }) => exchange !== '')
    .toSorted((a, b) => a.preference - b.preference || (a.exchange < b.exchange ? -1 : Number(a.exchange > b.exchange)));
}

/** Whether the domain says that it accepts no mail at all (RFC 7505 §3). */
export function isNullMx(lookup: MxLookup): boolean {
  return lookup.outcome === 'found' && exchangesOf(lookup).length === 0;
}

/** Whether an address stands where a host name belongs, bare or in brackets. */
export function isLiteral(exchange: string): boolean {
  return parseIp(bare(exchange)) !== null;
}

/** Without the brackets that an address has in a mail address (RFC 5321 §4.1.3). */
export function bare(exchange: string): string {
  return exchange.replace(/^\[(.*)\]$/, '$1');
}
