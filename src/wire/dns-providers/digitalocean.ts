import { z } from 'zod';
import { isDnsFault, type DnsAccount } from '../../core/outside/dns-providers.ts';
import { everyPage, nameWithin, readJson, TTL_SECONDS, written, zoneOf, type Ask } from './asking.ts';

const ZONES_A_PAGE = 100;
const Domains = z.object({ domains: z.array(z.object({ name: z.string() })), links: z.object({ pages: z.object({ next: z.string().optional() }).optional() }).optional() });
const Records = z.object({ domain_records: z.array(z.object({ data: z.string() })) });

/** API v2: a token with the scopes `domain:read` and `domain:create`. Data of TXT records has no quotes there. */
export function digitalOceanAccount(ask: Ask): DnsAccount {
  const pageAt = (page: number) => `domains?per_page=${ZONES_A_PAGE}&page=${page}`;
  return {
    zones: attempt => everyPage(attempt, pageAt(1), async path => {
      const page = readJson('digitalOcean', await ask('GET', path), Domains);
      if (isDnsFault(page)) return page;
      return { zones: page.domains.map(({ name }) => zoneOf(name, name)), next: page.links?.pages?.next === undefined ? null : pageAt(Number(path.slice(path.lastIndexOf('=') + 1)) + 1) };
    }),
    async addTxt(zone, name, value) {
      const path = `domains/${encodeURIComponent(zone.id)}/records`;
      const found = readJson('digitalOcean', await ask('GET', `${path}?type=TXT&name=${encodeURIComponent(name)}&per_page=${ZONES_A_PAGE}`), Records);
      if (isDnsFault(found)) return found;
      if (found.domain_records.some(({ data }) => data === value)) return 'alreadyThere';
      const made = readJson('digitalOcean', await ask('POST', path, JSON.stringify({ type: 'TXT', name: nameWithin(zone, name), data: value, ttl: TTL_SECONDS })), z.object({ domain_record: z.object({}) }));
      return written(made);
    },
  };
}
