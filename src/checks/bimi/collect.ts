import { registrableDomain } from '../../core/domain-name.ts';
import type { Look } from '../../core/lookup.ts';
import type { WebReply } from '../../core/outside/probes.ts';
import type { Looking } from '../check.ts';
import { bothFamilies } from '../looks.ts';
import { isHttpsUrl } from './parse.ts';
import { publishedRecords } from './published.ts';

/** The TXT answers at `default._bimi`, of the domain itself first and then of its organizational domain where that is another. */
export interface BimiFacts {
  domain: string;
  places: readonly { name: string; look: Look<readonly string[]> }[];
  /** The files that the one record names; null where it names none that can be fetched. */
  logo: Fetched | null;
  certificate: Fetched | null;
  /** The moment of the look, ISO 8601. */
  now: string;
}

/** A file, or why it did not come. */
export interface Fetched {
  url: string;
  /** A and AAAA of its host together. */
  host: Look<readonly string[]>;
  /** Null where the host has no address. */
  reply: WebReply | null;
}

/** Well above what mailbox providers take, so that a file that is too large can be told from one that is cut off. */
const MAX_FILE_BYTES = 131_072;

/** Asks both places at once, the record of the domain itself wins, and fetches what it names. */
export async function collectBimi(looking: Looking): Promise<BimiFacts> {
  const { domain, dns, clock } = looking;
  const holders = new Set([domain, registrableDomain(domain) ?? domain]);
  const places = await Promise.all([...holders].map(async holder => {
    const name = `default._bimi.${holder}`;
    return { name, look: await dns.look(name, 'TXT') };
  }));
  const published = publishedRecords(places);
  const record = published.state === 'found' && published.records.length === 1 ? published.records[0]! : null;
  const [logo, certificate] = await Promise.all([record?.location, record?.authority].map(url => fetchFile(looking, url)));
  return { domain, places, logo: logo!, certificate: certificate!, now: new Date(clock.now()).toISOString() };
}

async function fetchFile({ dns, web, signal }: Looking, url: string | null | undefined): Promise<Fetched | null> {
  if (!url || !isHttpsUrl(url)) return null;
  const { hostname } = new URL(url);
  const host = bothFamilies(...await Promise.all([dns.look(hostname, 'A'), dns.look(hostname, 'AAAA')]));
  return { url, host, reply: host.outcome === 'found' ? await web.get(url, { maxBytes: MAX_FILE_BYTES, signal }) : null };
}
