import type { Authority, Look, RecordData, RecordType } from '../../core/lookup.ts';
import type { Looking } from '../check.ts';
import { isMissing } from '../hosts/analyze.ts';
import { lookUpGone } from '../nameservers/index.ts';
import type { Standing } from '../registration/index.ts';

const MAX_NAME_CHARACTERS = 253;
const TIMED_TYPES = ['A', 'AAAA', 'MX', 'TXT'] as const;

/** What stands in the zone at the domain, beside what other checks look at. */
export interface ZoneFacts {
  domain: string;
  zone: string;
  /** Whether the domain is where its zone begins. */
  isApex: boolean;
  /** A of the domain and of its `www`, with the aliases on the way. */
  aliases: readonly { name: string; look: Look<readonly string[]> }[];
  /** AAAA of the domain. */
  ipv6: Look<readonly string[]>;
  /** The names that a record of the domain points to and that do not exist. */
  gone: readonly { record: string; target: string; /** Of the registered name above; null for the domain's own. */ standing: Standing | null }[];
  /** What a server of the zone says itself; null where none that holds it answers. */
  direct: DirectFacts | null;
}

/** Asked of one server, so that times to live are those of the zone. */
export interface DirectFacts {
  server: Authority;
  /** A of a name that nobody made. */
  wildcard: { name: string; look: Look<readonly string[]> };
  https: Look<readonly RecordData['HTTPS'][]>;
  times: readonly { type: string; look: Look<unknown> }[];
}

/** Follows aliases by the resolver, and asks one server of the zone for the rest. */
export async function collectZone(looking: Looking): Promise<ZoneFacts> {
  const { domain, dns, facts } = looking;
  const names = [domain, `www.${domain}`].filter(name => name.length <= MAX_NAME_CHARACTERS);
  const following = Promise.all(names.map(async name => ({ name, look: await dns.look(name, 'A') })));
  // The check of the website asks the same: this costs no question.
  const ipv6 = dns.look(domain, 'AAAA');
  const nameservers = await facts('nameservers');
  const holding = nameservers.servers.flatMap(({ name, conduct }) => (conduct ? [{ name, address: conduct.address }] : []))[0];
  const [aliases, direct] = await Promise.all([following, holding ? askServer(holding, looking) : null]);
  const delegated = nameservers.delegation.referrals.some(referral => referral.outcome === 'answered' && referral.nameservers.length > 0);
  const isApex = nameservers.zone === domain && (nameservers.look.outcome === 'found' || delegated);
  return { domain, zone: nameservers.zone, isApex, aliases, ipv6: await ipv6, gone: await lookForGone(aliases, looking), direct };
}

async function askServer(server: Authority, { domain, dns, random }: Looking): Promise<DirectFacts> {
  const ask = async <T extends RecordType>(name: string, type: T) => (await dns.ask(server, name, type)).look;
  const invented = `dss-${Math.floor(random() * 1e9).toString(36)}.${domain}`;
  const [wildcard, https, times] = await Promise.all([
    ask(invented, 'A'),
    ask(domain, 'HTTPS'),
    Promise.all(TIMED_TYPES.map(async type => ({ type, look: await ask(domain, type) }))),
  ]);
  return { server, wildcard: { name: invented, look: wildcard }, https, times: times.map(({ type, look }) => ({ type, look: withoutRecords(look) })) };
}

/** The time to live alone: the records themselves are other checks' facts. */
function withoutRecords(look: Look<unknown>): Look<unknown> {
  return look.outcome === 'found' ? { ...look, value: [] } : look;
}

async function lookForGone(aliases: ZoneFacts['aliases'], looking: Looking): Promise<ZoneFacts['gone']> {
  const [mx, nameservers] = await Promise.all([looking.facts('mx'), looking.facts('nameservers')]);
  const dangling = aliases.flatMap(({ name, look }) => (look.outcome === 'absent' && look.nxdomain && look.via.length > 0 ? [{ record: `CNAME of ${name}`, target: look.via.at(-1)!, look }] : []));
  const own = await Promise.all(dangling.map(async ({ record, target, look }) => ({ record, target, standing: await lookUpGone({ name: target, a: look, aaaa: look, barred: [] }, looking) })));
  const mail = await Promise.all(mx.hosts.filter(isMissing).map(async host => ({ record: 'MX', target: host.exchange, standing: await lookUpGone(host, looking) })));
  const serving = nameservers.servers.filter(isMissing).map(({ name }) => ({
    record: 'NS', target: name, standing: nameservers.gone.find(({ host }) => host === name)?.standing ?? null,
  }));
  return [...own, ...mail, ...serving];
}
