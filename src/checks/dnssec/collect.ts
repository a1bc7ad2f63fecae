import { isWithin, registeredDomain } from '../../core/domain-name.ts';
import type { Authority, Dns, Lookup, ProbeReply, RecordData, RecordType, Security, ZoneLink } from '../../core/lookup.ts';
import type { CollectContext } from '../check.ts';
import { found } from '../lookups.ts';
import type { SpfAudit } from '../spf/index.ts';
import { parseSignatureTime } from './parse.ts';

/** Whether the domain is signed, whether that holds from the root down, and what the answers of its zone show. */
export interface DnssecFacts {
  domain: string;
  /** The moment of the check, epoch seconds. */
  nowSeconds: number;
  /** From the root to the zone that holds the domain, as far as the way is secure; empty where nothing is validated. */
  chain: readonly ZoneLink[];
  /** Null where the zone is not the domain's own; then the rest is empty, too. */
  keys: Lookup<readonly RecordData['DNSKEY'][]> | null;
  answers: readonly JudgedAnswer[];
  cds: Lookup<readonly RecordData['CDS'][]> | null;
  cdnskey: Lookup<readonly RecordData['CDNSKEY'][]> | null;
  servers: readonly ServerSeen[];
}

/** One answer of the zone, and whether it is authentic; `absent` where it says that there is nothing. */
export interface JudgedAnswer {
  name: string;
  type: RecordType;
  absent: boolean;
  security: Security;
}

/** The SOA as one nameserver gives it: its signature, or none. */
export type ServerSeen = Authority & ({ outcome: 'answered'; signed: boolean; /** Epoch seconds. */ expiresAt: number | null } | { outcome: 'failed'; cause: string });

const APEX_TYPES = ['A', 'AAAA', 'NS', 'MX', 'TXT', 'CAA'] as const;
const MAX_SERVERS = 6;
const MAX_HOSTS = 4;
const MAX_INCLUDED = 12;

/** Follows the chain of trust to the domain, and judges answers that the other checks ask for anyway. */
export async function collectDnssec(context: CollectContext): Promise<DnssecFacts> {
  const { domain, dns, clock, facts } = context;
  const nowSeconds = Math.floor(clock.now() / 1000);
  const chain = await dns.chain(domain);
  const nothing = { domain, nowSeconds, chain, keys: null, answers: [], cds: null, cdnskey: null, servers: [] };
  const link = chain.at(-1);
  if (!link || !isWithin(link.zone, registeredDomain(domain) ?? domain)) return nothing;
  const { zone } = link;
  const keys = await dns.lookup(zone, 'DNSKEY');
  if (link.ds.length === 0 && found(keys).length === 0) return { ...nothing, keys };
  const [answers, { cds, cdnskey }, servers] = await Promise.all([
    link.status === 'secure' ? usedNames(zone, context).then(names => judgeAnswers(names, dns)) : [],
    lookupChildDs(zone, dns),
    facts('soa').then(soa => visitServers(zone, soa.zone === zone ? soa.answers : [], dns)),
  ]);
  // Asked again, as the chain now also has the signatures of those answers.
  return { domain, nowSeconds, chain: await dns.chain(domain), keys, answers, cds, cdnskey, servers };
}

type Question = readonly [name: string, type: RecordType];

/** Every record of the zone that the other checks read: asking for it again costs no question. */
async function usedNames(zone: string, { domain, facts }: CollectContext): Promise<Question[]> {
  const [dkim, spf, mx] = await Promise.all([facts('dkim'), facts('spf'), facts('mx')]);
  const hosts = mx.hosts.map(({ exchange }) => exchange).slice(0, MAX_HOSTS);
  const texts = ['_dmarc', '_mta-sts', '_smtp._tls', 'default._bimi'].map(label => `${label}.${domain}`);
  const included = spf.audit ? includedIn(spf.audit.tree).slice(0, MAX_INCLUDED) : [];
  const questions: Question[] = [
    [zone, 'SOA'], [zone, 'NS'], [zone, 'CDS'],
    ...APEX_TYPES.map(type => [domain, type] as const),
    ...[...texts, ...dkim.selectors.map(({ name }) => name), ...included].map(name => [name, 'TXT'] as const),
    [`www.${domain}`, 'A'],
    ...[`mta-sts.${domain}`, ...hosts].flatMap(name => [[name, 'A'], [name, 'AAAA']] as const),
  ];
  const own = questions.filter(([name]) => isWithin(name, zone)).map(question => [question.join(' '), question] as const);
  return [...new Map(own).values()];
}

/** The names whose SPF records the record of the domain leads to. */
function includedIn({ children }: SpfAudit['tree']): string[] {
  return children.flatMap(child => [child.domain, ...includedIn(child)]);
}

/** What resolvers that validate make of each answer. Behind an alias, where other zones begin, only what they refuse concerns the domain. */
async function judgeAnswers(questions: readonly Question[], dns: Dns): Promise<JudgedAnswer[]> {
  const judged = await Promise.all(questions.map(async ([name, type]) => {
    const lookup = await dns.lookup(name, type);
    const isAlias = lookup.outcome !== 'failed' && lookup.via.length > 0;
    if (lookup.outcome === 'failed' || (isAlias && lookup.outcome === 'absent')) return null;
    const security = await dns.secure(name, type);
    return isAlias && security.status !== 'bogus' ? null : { name, type, absent: lookup.outcome === 'absent', security };
  }));
  return judged.filter(answer => answer !== null);
}

/** The DS records that the zone asks for (RFC 7344 §4); CDNSKEY only matters alongside CDS. */
async function lookupChildDs(zone: string, dns: Dns): Promise<Pick<DnssecFacts, 'cds' | 'cdnskey'>> {
  const cds = await dns.lookup(zone, 'CDS');
  return { cds, cdnskey: cds.outcome === 'found' ? await dns.lookup(zone, 'CDNSKEY') : null };
}

/** Asks each server that holds the zone, at one address, for its SOA with signatures. */
async function visitServers(zone: string, holding: readonly { server: string; address: string }[], dns: Dns): Promise<ServerSeen[]> {
  const each = [...Map.groupBy(holding, ({ server }) => server).values()].map(([first]) => first!).slice(0, MAX_SERVERS);
  return Promise.all(each.map(async ({ server, address }) => {
    const authority = { name: server, address };
    return { ...authority, ...seenIn(await dns.probe(authority, { name: zone, type: 'SOA', edns: { dnssecOk: true } })) };
  }));
}

function seenIn(reply: ProbeReply): { outcome: 'answered'; signed: boolean; expiresAt: number | null } | { outcome: 'failed'; cause: string } {
  if (reply.outcome === 'failed') return { outcome: 'failed', cause: reply.cause };
  if (reply.truncated || reply.rcode !== 'NOERROR') return { outcome: 'failed', cause: reply.truncated ? 'the answer is truncated' : reply.rcode };
  const signatures = reply.answers.filter(({ type, data }) => type === 'RRSIG' && data.startsWith('SOA '));
  const times = signatures.map(({ data }) => parseSignatureTime(data)).filter(time => time !== null);
  return { outcome: 'answered', signed: signatures.length > 0, expiresAt: times.length > 0 ? Math.max(...times) : null };
}
