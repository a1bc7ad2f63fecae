import { formatIp, parseIp } from '../../src/core/ip.ts';
import type { World } from '../types.ts';

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
    .map(({ rdata }) => absolute(rdata.split(/[\s;]/, 1)[0]!, zone));
}

/** The addresses that the world's zones give the host itself, in the order of the zones; CNAMEs are not followed. */
export function addressesOf({ domains }: Pick<World, 'domains'>, host: string): string[] {
  return domains
    .filter(({ name }) => host === name || host.endsWith(`.${name}`))
    .flatMap(({ name, records }) => linesOf(records, name))
    .filter(({ owner, type }) => owner === host && (type === 'A' || type === 'AAAA'))
    .flatMap(({ rdata }) => {
      const bytes = parseIp(rdata.split(/[\s;]/, 1)[0]!);
      return bytes ? [formatIp(bytes)] : [];
    });
}
