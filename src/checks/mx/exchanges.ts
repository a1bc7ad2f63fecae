import { parseIp } from '../../core/ip.ts';
import type { Look, RecordData } from '../../core/lookup.ts';
import { found } from '../looks.ts';

type MxLook = Look<readonly RecordData['MX'][]>;

/** The records that name an exchange, most preferred first and then by name (RFC 5321 §5.1). */
export function exchangesOf(look: MxLook): RecordData['MX'][] {
  return found(look).filter(({ exchange }) => exchange !== '')
    .toSorted((a, b) => a.preference - b.preference || (a.exchange < b.exchange ? -1 : Number(a.exchange > b.exchange)));
}

/** Whether the domain says that it accepts no mail at all (RFC 7505 §3). */
export function isNullMx(look: MxLook): boolean {
  return look.outcome === 'found' && exchangesOf(look).length === 0;
}

/** Whether an address stands where a host name belongs, bare or in brackets. */
export function isLiteral(exchange: string): boolean {
  return parseIp(exchange.replace(/^\[(.*)\]$/, '$1')) !== null;
}
