import { formatIp, parseIp } from '../../src/core/ip.ts';
import type { World } from '../types.ts';

const MAX_ALIASES = 3;
const indexes = new WeakMap<World['domains'], ReturnType<typeof linesByOwner>>();

interface Line {
  owner: string;
  type: string;
  /** The rdata as it is written. */
  rdata: string;
}

/** The lines of `records` as owner, type and rdata; comments and lines of another shape are left out. */
function linesOf(records: string, zone: string): Line[] {
  return records.split('\n').flatMap(line => {
    const match = /^\s*([^\s;]+)\s+(?:\d+\s+)?(?:IN\s+)?([A-Z0-9]+)\s+(\S.*)$/.exec(line);
    return match ? [{ owner: absolute(match[1]!, zone), type: match[2]!, rdata: match[3]!.trim() }] : [];
  });
}

/** `name` as a zone line means it: `@` is the zone, and without a trailing dot it is relative to it (RFC 1035 §5.1). */
export function absolute(name: string, zone: string): string {
  if (name === '@') return zone;
  return name.endsWith('.') ? name.slice(0, -1) : `${name}.${zone}`;
}

/** The nameservers that the zone itself names. */
export function nameserversOf(records: string, zone: string): string[] {
  return linesOf(records, zone)
    .filter(({ owner, type }) => type === 'NS' && owner === zone)
    .map(({ rdata }) => absolute(firstWord(rdata), zone));
}

/** The hosts that MX records of the world name, as often as they do. */
export function exchangesOf({ domains }: Pick<World, 'domains'>): string[] {
  return domains.flatMap(({ name, records }) => linesOf(records, name).filter(({ type }) => type === 'MX').map(({ rdata }) => absolute(rdata.split(/\s+/)[1]!, name)));
}

/** The addresses that the world's zones give the host, in the order of the zones; up to three CNAMEs are followed. */
export function addressesOf(world: Pick<World, 'domains'>, host: string, aliases = MAX_ALIASES): string[] {
  const lines = linesByOwner(world.domains).get(host) ?? [];
  const alias = lines.find(({ type }) => type === 'CNAME');
  if (alias) return aliases > 0 ? addressesOf(world, absolute(firstWord(alias.rdata), alias.zone), aliases - 1) : [];
  return lines.filter(({ type }) => type === 'A' || type === 'AAAA').flatMap(({ rdata }) => {
    const bytes = parseIp(firstWord(rdata));
    return bytes ? [formatIp(bytes)] : [];
  });
}

/** The lines of all zones, read once for every world. */
function linesByOwner(domains: World['domains']): ReadonlyMap<string, readonly (Line & { zone: string })[]> {
  const known = indexes.get(domains);
  if (known) return known;
  const index = Map.groupBy(domains.flatMap(({ name, records }) => linesOf(records, name).map(line => ({ ...line, zone: name }))), ({ owner }) => owner);
  indexes.set(domains, index);
  return index;
}

function firstWord(rdata: string): string {
  return rdata.split(/[\s;]/, 1)[0]!;
}
