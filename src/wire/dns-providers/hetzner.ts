import { z } from 'zod';
import { isDnsFault, type DnsAccount } from '../../core/outside/dns-providers.ts';
import { everyPage, nameWithin, quoted, readJson, TTL_SECONDS, unquoted, written, zoneOf, type Ask } from './asking.ts';

const ZONES_A_PAGE = 50;
const Zones = z.object({
  zones: z.array(z.object({ id: z.int(), name: z.string(), mode: z.string(), authoritative_nameservers: z.object({ delegation_status: z.string().optional() }).optional() })),
  meta: z.object({ pagination: z.object({ next_page: z.int().nullable() }) }),
});
const Records = z.object({ rrset: z.object({ records: z.array(z.object({ value: z.string() })) }) });

const NOT_DELEGATED = new Set(['invalid', 'lame', 'unregistered']);

/** Hetzner Cloud API: a token of the project with read and write access. */
export function hetznerAccount(ask: Ask): DnsAccount {
  const pageAt = (page: number) => `zones?per_page=${ZONES_A_PAGE}&page=${page}`;
  return {
    zones: attempt => everyPage(attempt, pageAt(1), async path => {
      const page = readJson('hetzner', await ask('GET', path), Zones);
      if (isDnsFault(page)) return page;
      const next = page.meta.pagination.next_page;
      return { zones: page.zones.map(({ id, name, mode, authoritative_nameservers: nameservers }) => zoneOf(String(id), name, unservedBy(mode, nameservers?.delegation_status))), next: next === null ? null : pageAt(next) };
    }),
    async addTxt(zone, name, value) {
      const path = `zones/${encodeURIComponent(zone.id)}/rrsets/${encodeURIComponent(nameWithin(zone, name))}/TXT`;
      const reply = await ask('GET', path);
      const isAbsent = !isDnsFault(reply) && reply.status === 404;
      const found = isAbsent ? null : readJson('hetzner', reply, Records);
      if (isDnsFault(found)) return found;
      if (found?.rrset.records.some(record => unquoted(record.value) === value)) return 'alreadyThere';
      // Appends, whatever is there.
      const made = readJson('hetzner', await ask('POST', `${path}/actions/add_records`, JSON.stringify({ records: [{ value: quoted(value) }], ...(isAbsent ? { ttl: TTL_SECONDS } : {}) })), z.object({ action: z.object({}) }));
      return written(made);
    },
  };
}

function unservedBy(mode: string, delegation: string | undefined): string | null {
  if (mode === 'secondary') return 'The zone is a secondary one: publish the record at its primary nameserver.';
  return delegation !== undefined && NOT_DELEGATED.has(delegation) ? 'The nameservers of the domain do not lead to Hetzner. Publish the record where the domain is served.' : null;
}
