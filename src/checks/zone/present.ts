import type { z } from 'zod';
import type { ReadableField } from '../check.ts';
import { found } from '../lookups.ts';
import { okUnless } from '../status.ts';
import type { ZoneFacts } from './collect.ts';
import type { ZoneShape } from './shape.ts';

type Shown = z.output<typeof ZoneShape>;

/** Number of the parameter for encrypted client hello (RFC 9849). */
const ECH_KEY = 5;

/** Null says that it cannot be determined. */
export function presentZone({ zone, direct, aliases, ipv6 }: ZoneFacts, issues: readonly string[]) {
  const { wildcard, https } = direct ?? {};
  const unknown = (lookup: { outcome: string } | undefined) => lookup === undefined || lookup.outcome === 'failed';
  return {
    status: okUnless(issues),
    zone,
    names: aliases.map(({ name, lookup }) => ({ name, ...leadsTo(lookup) })),
    ipv6: ipv6.outcome === 'failed' ? null : found(ipv6).toSorted(),
    wildcard: unknown(wildcard?.lookup) ? null : wildcard!.lookup.outcome === 'found' || (wildcard!.lookup.outcome === 'absent' && wildcard!.lookup.via.length > 0),
    https: unknown(https) ? null : https!.outcome === 'found',
    ech: unknown(https) ? null : found(https!).some(({ keys }) => keys.includes(ECH_KEY)),
  };
}

/** The alias that stands at the name itself, and the addresses at the end of the way, sorted. */
function leadsTo(lookup: ZoneFacts['aliases'][number]['lookup']): { alias: string | null; addresses: string[] | null } {
  if (lookup.outcome === 'failed') return { alias: null, addresses: null };
  return { alias: lookup.via[0] ?? null, addresses: found(lookup).toSorted() };
}

/** What was found in a few words. */
export function summarizeZone({ wildcard, https }: Shown): string {
  return [https ? 'has an HTTPS record' : '', wildcard ? 'answers for every name' : ''].filter(part => part !== '').join(', ');
}

/** In what a change is reported. */
export function readZone({ wildcard, https, ech }: Shown): readonly ReadableField[] {
  return [['Wildcard', [yesOrNo(wildcard)]], ['HTTPS record', [yesOrNo(https)]], ['Encrypted Client Hello', [yesOrNo(ech)]]];
}

function yesOrNo(value: boolean | null): string | null {
  return value === null ? null : value ? 'yes' : 'no';
}
