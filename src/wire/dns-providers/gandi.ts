import { z } from 'zod';
import { isDnsFault, type DnsAccount } from '../../core/outside/dns-providers.ts';
import { everyPage, nameWithin, quoted, readJson, TTL_SECONDS, unquoted, written, zoneOf, type Ask } from './asking.ts';

const ZONES_A_PAGE = 100;
const Domains = z.array(z.object({ fqdn: z.string() }));
const Records = z.object({ rrset_ttl: z.int(), rrset_values: z.array(z.string()) });

/** LiveDNS: a personal access token that manages domain name technical configurations. Sets are written as a whole: what is there is kept. */
export function gandiAccount(ask: Ask): DnsAccount {
  const pageAt = (page: number) => `domains?per_page=${ZONES_A_PAGE}&page=${page}`;
  return {
    zones: attempt => everyPage(attempt, pageAt(1), async path => {
      const page = readJson('gandi', await ask('GET', path), Domains);
      if (isDnsFault(page)) return page;
      return { zones: page.map(({ fqdn }) => zoneOf(fqdn, fqdn)), next: pageAt(Number(path.slice(path.lastIndexOf('=') + 1)) + 1) };
    }),
    async addTxt(zone, name, value) {
      const path = `domains/${encodeURIComponent(zone.id)}/records/${encodeURIComponent(nameWithin(zone, name))}/TXT`;
      const reply = await ask('GET', path);
      const found = !isDnsFault(reply) && reply.status === 404 ? null : readJson('gandi', reply, Records);
      if (isDnsFault(found)) return found;
      if (found?.rrset_values.some(one => unquoted(one) === value)) return 'alreadyThere';
      const made = readJson('gandi', found === null
        ? await ask('POST', path, JSON.stringify({ rrset_ttl: TTL_SECONDS, rrset_values: [quoted(value)] }))
        : await ask('PUT', path, JSON.stringify({ rrset_ttl: found.rrset_ttl, rrset_values: [...found.rrset_values, quoted(value)] })), z.object({}));
      return written(made);
    },
  };
}
