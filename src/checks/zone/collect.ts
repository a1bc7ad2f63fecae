import type { Authority, Lookup, RecordData, RecordType } from '../../core/lookup.ts';
import type { CollectContext } from '../check.ts';
import { isMissing } from '../hosts/analyze.ts';
import { lookupGone } from '../nameservers/index.ts';
import type { NameStatus } from '../registration/index.ts';

const MAX_NAME_CHARACTERS = 253;
const TIMED_TYPES = ['A', 'AAAA', 'MX', 'TXT'] as const;

/** What stands in the zone at the domain, besides what other checks cover. */
export interface ZoneFacts {
  domain: string;
  zone: string;
  /** Whether the domain is where its zone begins. */
  isApex: boolean;
  /** A of the domain and of its `www`, with the aliases on the way. */
  aliases: readonly { name: string; lookup: Lookup<readonly string[]> }[];
  /** AAAA of the domain. */
  ipv6: Lookup<readonly string[]>;
  /** The names that a record of the domain points to and that do not exist. */
  gone: readonly { record: string; target: string; /** Of the registered name above; null for the domain's own. */ nameStatus: NameStatus | null }[];
  /** What a server of the zone says itself; null where none that holds it answers. */
  direct: DirectFacts | null;
}

/** Asked of one server, so that times to live are those of the zone. */
export interface DirectFacts {
  server: Authority;
  /** A of a name that nobody made. */
  wildcard: { name: string; lookup: Lookup<readonly string[]> };
  https: Lookup<readonly RecordData['HTTPS'][]>;
  times: readonly { type: string; lookup: Lookup<unknown> }[];
}

/** Follows aliases by the resolver, and asks one server of the zone for the rest. */
export async function collectZone(context: CollectContext): Promise<ZoneFacts> {
  const { domain, dns, facts } = context;
  const names = [domain, `www.${domain}`].filter(name => name.length <= MAX_NAME_CHARACTERS);
  const following = Promise.all(names.map(async name => ({ name, lookup: await dns.lookup(name, 'A') })));
  // The check of the website asks the same: this costs no question.
  const ipv6 = dns.lookup(domain, 'AAAA');
  const nameservers = await facts('nameservers');
  const holding = nameservers.servers.flatMap(({ name, conduct }) => (conduct ? [{ name, address: conduct.address }] : []))[0];
  const [aliases, direct] = await Promise.all([following, holding ? askServer(holding, context) : null]);
  const delegated = nameservers.delegation.referrals.some(referral => referral.outcome === 'answered' && referral.nameservers.length > 0);
  const isApex = nameservers.zone === domain && (nameservers.lookup.outcome === 'found' || delegated);
  return { domain, zone: nameservers.zone, isApex, aliases, ipv6: await ipv6, gone: await findGone(aliases, context), direct };
}

async function askServer(server: Authority, { domain, dns, random }: CollectContext): Promise<DirectFacts> {
  const ask = async <T extends RecordType>(name: string, type: T) => (await dns.ask(server, name, type)).lookup;
  const invented = `dss-${Math.floor(random() * 1e9).toString(36)}.${domain}`;
  const [wildcard, https, times] = await Promise.all([
    ask(invented, 'A'),
    ask(domain, 'HTTPS'),
    Promise.all(TIMED_TYPES.map(async type => ({ type, lookup: await ask(domain, type) }))),
  ]);
  return { server, wildcard: { name: invented, lookup: wildcard }, https, times: times.map(({ type, lookup }) => ({ type, lookup: withoutRecords(lookup) })) };
}

/** The time to live alone: the records themselves are other checks' facts. */
function withoutRecords(lookup: Lookup<unknown>): Lookup<unknown> {
  return lookup.outcome === 'found' ? { ...lookup, value: [] } : lookup;
}

async function findGone(aliases: ZoneFacts['aliases'], context: CollectContext): Promise<ZoneFacts['gone']> {
  const [mx, nameservers] = await Promise.all([context.facts('mx'), context.facts('nameservers')]);
  const dangling = aliases.flatMap(({ name, lookup }) => (lookup.outcome === 'absent' && lookup.nxdomain && lookup.via.length > 0 ? [{ record: `CNAME of ${name}`, target: lookup.via.at(-1)!, lookup }] : []));
  const own = await Promise.all(dangling.map(async ({ record, target, lookup }) => ({ record, target, nameStatus: await lookupGone({ name: target, a: lookup, aaaa: lookup, barred: [] }, context) })));
  const mail = await Promise.all(mx.hosts.filter(isMissing).map(async host => ({ record: 'MX', target: host.exchange, nameStatus: await lookupGone(host, context) })));
  const serving = nameservers.servers.filter(isMissing).map(({ name }) => ({
    record: 'NS', target: name, nameStatus: nameservers.gone.find(({ host }) => host === name)?.nameStatus ?? null,
  }));
  return [...own, ...mail, ...serving];
}
