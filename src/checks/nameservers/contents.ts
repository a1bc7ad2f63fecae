import type { Authority, AuthorityReply, Dns, Lookup, RecordData, RecordType } from '../../core/lookup.ts';

/** What one server answered to one question. */
export interface Reply<T> {
  /** The AA bit. */
  authoritative: boolean;
  lookup: Lookup<readonly T[]>;
}

/** The records that mail depends on, as one server that holds the zone gives them. */
export interface Contents {
  address: string;
  /** At the domain. */
  mx: Reply<RecordData['MX']>;
  /** Of the TXT records at the domain those that are SPF; none of them is `absent`. */
  spf: Reply<string>;
  /** Likewise those for DMARC at `_dmarc`. */
  dmarc: Reply<string>;
}

export type Content = 'mx' | 'spf' | 'dmarc';

/** One is right; of a flood no more are compared. */
const MAX_RECORDS = 10;
const MARKS = { spf: /^v=spf1(?: |$)/i, dmarc: /^\s*v\s*=\s*DMARC1/i } as const;

/** Asks `server` itself for what mail depends on: three questions. */
export async function askContents(server: Authority, domain: string, dns: Dns): Promise<Contents> {
  const [mx, txt, dmarc] = await Promise.all([dns.ask(server, domain, 'MX'), dns.ask(server, domain, 'TXT'), dns.ask(server, `_dmarc.${domain}`, 'TXT')]);
  const of = <T>(content: Content, { authoritative, lookup }: Reply<T>) => ({ authoritative, lookup: within(content, lookup) });
  return { address: server.address, mx: replyOf(mx), spf: of('spf', replyOf(txt)), dmarc: of('dmarc', replyOf(dmarc)) };
}

function replyOf<T extends RecordType>(reply: AuthorityReply<T>): Reply<RecordData[T]> {
  return { authoritative: 'authoritative' in reply && reply.authoritative, lookup: reply.lookup };
}

/** Of an answer what belongs to the set: TXT records for other ends are none of it, and where nothing else is there it is absent. */
export function within<T>(content: Content, lookup: Lookup<readonly T[]>): Lookup<readonly T[]> {
  if (lookup.outcome !== 'found' || content === 'mx') return lookup;
  const value = lookup.value.filter(text => MARKS[content].test(String(text))).slice(0, MAX_RECORDS);
  return value.length > 0 ? { ...lookup, value } : { outcome: 'absent', nxdomain: false, via: lookup.via };
}

/** Where the set of this name and type is in `Contents`; null for those that are not compared. */
export function contentOf(domain: string, name: string, type: RecordType): Content | null {
  if (name === domain) return type === 'MX' ? 'mx' : type === 'TXT' ? 'spf' : null;
  return name === `_dmarc.${domain}` && type === 'TXT' ? 'dmarc' : null;
}
