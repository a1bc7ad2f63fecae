import { z } from 'zod';
import { isDnsFault, type DnsAccount } from '../../core/outside/dns-providers.ts';
import { everyPage, nameWithin, quoted, readJson, TTL_SECONDS, unquoted, written, zoneOf, type Ask } from './asking.ts';

const Domains = z.array(z.object({ name: z.string() }));
const Records = z.object({ ttl: z.int(), records: z.array(z.string()) });

/** A token that may write RRsets. Sets are written as a whole: what is there is kept. */
export function deSecAccount(ask: Ask): DnsAccount {
  return {
    zones: attempt => everyPage(attempt, 'domains/?cursor=', async path => {
      const reply = await ask('GET', path);
      if (isDnsFault(reply)) return reply;
      const page = readJson('deSec', reply, Domains);
      return isDnsFault(page) ? page : { zones: page.map(({ name }) => zoneOf(name, name)), next: reply.next };
    }),
    async addTxt(zone, name, value) {
      const [path, subname] = [`domains/${encodeURIComponent(zone.id)}/rrsets/`, nameWithin(zone, name)];
      const reply = await ask('GET', `${path}${encodeURIComponent(subname)}/TXT/`);
      const found = !isDnsFault(reply) && reply.status === 404 ? null : readJson('deSec', reply, Records);
      if (isDnsFault(found)) return found;
      if (found?.records.some(record => unquoted(record) === value)) return 'alreadyThere';
      const made = readJson('deSec', found === null
        ? await ask('POST', path, JSON.stringify({ subname: subname === '@' ? '' : subname, type: 'TXT', ttl: TTL_SECONDS, records: [quoted(value)] }))
        : await ask('PATCH', `${path}${encodeURIComponent(subname)}/TXT/`, JSON.stringify({ records: [...found.records, quoted(value)] })), Records);
      return written(made);
    },
  };
}
