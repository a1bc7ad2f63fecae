import { registrableDomain } from '../../core/domain-name.ts';
import type { CollectContext } from '../check.ts';
import { bothFamilies } from '../lookups.ts';
import { isHttpsUrl } from './parse.ts';
import { publishedRecords } from './published.ts';
import type { BimiFacts, Fetched } from './facts.ts';

/** Well above what mailbox providers take, so that a file that is too large can be distinguished from one that is cut off. */
const MAX_FILE_BYTES = 131_072;

/** Asks both places at once, the record of the domain itself wins, and fetches what it names. */
export async function collectBimi(context: CollectContext): Promise<BimiFacts> {
  const { domain, dns, clock } = context;
  const holders = new Set([domain, registrableDomain(domain) ?? domain]);
  const candidates = await Promise.all([...holders].map(async holder => {
    const name = `default._bimi.${holder}`;
    return { name, lookup: await dns.lookup(name, 'TXT') };
  }));
  const published = publishedRecords(candidates);
  const record = published.state === 'found' && published.records.length === 1 ? published.records[0]! : null;
  const [logo, certificate] = await Promise.all([record?.location, record?.authority].map(url => fetchFile(context, url)));
  return { domain, candidates, logo: logo!, certificate: certificate!, now: new Date(clock.now()).toISOString() };
}

async function fetchFile({ dns, web, signal }: CollectContext, url: string | null | undefined): Promise<Fetched | null> {
  if (!url || !isHttpsUrl(url)) return null;
  const { hostname } = new URL(url);
  const host = bothFamilies(...await Promise.all([dns.lookup(hostname, 'A'), dns.lookup(hostname, 'AAAA')]));
  return { url, host, reply: host.outcome === 'found' ? await web.get(url, { maxBytes: MAX_FILE_BYTES, signal }) : null };
}
