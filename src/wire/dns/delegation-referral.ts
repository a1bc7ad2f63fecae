import { isWithin } from '../../core/domain-name.ts';
import type { Authority, ProbeReply, Referral, ShownRecord } from '../../core/lookup.ts';

/** A zone on the way down, as a server of its parent zone refers to it. */
export interface Below {
  zone: string;
  /** Names of its nameservers. */
  servers: readonly string[];
  glue: readonly Authority[];
  ttlSeconds: number;
}

/**
 * What the reply of a server of the zone `above` to the question for NS of `zone` says:
 * a referral to a zone between the two, or its word on `zone` itself. Only addresses of names below `above` are believed.
 */
export function readReferral(reply: ProbeReply & { outcome: 'answered' }, above: string, zone: string): Below | Referral {
  const { server, authoritative, rcode, answers, authorities, additionals } = reply;
  const glueOf = (names: readonly string[]): Authority[] => additionals
    .filter(({ name, type }) => (type === 'A' || type === 'AAAA') && names.includes(name) && lies(name, above))
    .map(({ name, data }) => ({ name, address: data }));
  const own = namesAt(answers, zone);
  const cut = own.length > 0 ? zone : cutIn(authorities, above, zone);
  const names = own.length > 0 ? own : namesAt(authorities, cut);
  if (cut !== null && cut !== zone) {
    const ttlSeconds = Math.min(...authorities.filter(({ name, type }) => type === 'NS' && name === cut).map(record => record.ttlSeconds));
    return { zone: cut, servers: names, glue: glueOf(names), ttlSeconds };
  }
  const alias = answers.find(({ name, type }) => name === zone && type === 'CNAME')?.data ?? null;
  // What stands in the authority section is a referral, even from a server that sets the AA bit on it.
  const isReferral = own.length === 0 && names.length > 0;
  return { outcome: 'answered', server, authoritative: authoritative && !isReferral, rcode, nameservers: names, glue: glueOf(names), alias };
}

/** The name strictly below `above`, at `zone` or over it, to which the NS records of the authority section belong. */
function cutIn(authorities: readonly ShownRecord[], above: string, zone: string): string | null {
  return authorities.find(({ name, type }) => type === 'NS' && name !== above && lies(name, above) && isWithin(zone, name))?.name ?? null;
}

function namesAt(records: readonly ShownRecord[], owner: string | null): string[] {
  return [...new Set(records.filter(({ name, type }) => type === 'NS' && name === owner).map(({ data }) => data))].toSorted();
}

function lies(name: string, above: string): boolean {
  return above === '' || isWithin(name, above);
}
