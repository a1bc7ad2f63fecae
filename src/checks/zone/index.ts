import type { Check } from '../check.ts';
import { found } from '../looks.ts';
import { okUnless } from '../status.ts';
import { analyzeZone } from './analyze.ts';
import { collectZone, type ZoneFacts } from './collect.ts';
import { rules } from './rules.ts';

export type { ZoneFacts } from './collect.ts';

/** Number of the parameter for encrypted client hello (RFC 9849). */
const ECH_KEY = 5;

export const zoneCheck: Check<'zone'> = {
  record: 'zone',
  rules,
  collect: collectZone,
  analyze: ({ zone }) => analyzeZone(zone),
  present: ({ zone }, issues) => presentZone(zone, issues),
};

/** Null says that it cannot be told. */
export function presentZone({ zone, direct, aliases, ipv6 }: ZoneFacts, issues: readonly string[]) {
  const { wildcard, https } = direct ?? {};
  const unknown = (look: { outcome: string } | undefined) => look === undefined || look.outcome === 'failed';
  return {
    status: okUnless(issues),
    zone,
    names: aliases.map(({ name, look }) => ({ name, ...leadsTo(look) })),
    ipv6: ipv6.outcome === 'failed' ? null : found(ipv6).toSorted(),
    wildcard: unknown(wildcard?.look) ? null : wildcard!.look.outcome === 'found' || (wildcard!.look.outcome === 'absent' && wildcard!.look.via.length > 0),
    https: unknown(https) ? null : https!.outcome === 'found',
    ech: unknown(https) ? null : found(https!).some(({ keys }) => keys.includes(ECH_KEY)),
  };
}

/** The alias that stands at the name itself, and the addresses at the end of the way, sorted. */
function leadsTo(look: ZoneFacts['aliases'][number]['look']): { alias: string | null; addresses: string[] | null } {
  if (look.outcome === 'failed') return { alias: null, addresses: null };
  return { alias: look.via[0] ?? null, addresses: found(look).toSorted() };
}
