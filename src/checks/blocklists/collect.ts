import { registeredDomain } from '../../core/domain-name.ts';
import type { Look } from '../../core/lookup.ts';
import { specialPurpose } from '../../core/special-addresses.ts';
import type { Looking } from '../check.ts';
import { found } from '../looks.ts';
import { blocklistOf, usualZones, type Blocklist } from './lists.ts';
import { labelsFor, zoneToAsk } from './question.ts';
import { faultOf, stateOf } from './state.ts';

/** What the blocklists say of the domain, its mail servers and its website. */
export interface BlocklistsFacts {
  /** Each list, and why it cannot be believed today; null where it can. None where the operator wants none asked. */
  lists: readonly { zone: string; fault: string | null }[];
  targets: readonly TargetSeen[];
  /** Why addresses are not known. */
  untold: { mail: string | null; web: string | null };
}

/** One address or domain, and what each list that works answered. */
export interface TargetSeen {
  role: 'mail' | 'web' | 'domain';
  target: string;
  /** Whose address it is. */
  host: string;
  answers: readonly { zone: string; look: Look<readonly string[]>; /** The list's own words, where it lists the target. */ text: string | null }[];
}

type Target = Omit<TargetSeen, 'answers'>;

const MAX_MAIL_IPV4 = 4;
const MAX_MAIL_IPV6 = 2;
const MAX_TEXTS = 8;

/** Tests every list once a day, and asks those that work for all targets at once. */
export async function collectBlocklists(looking: Looking): Promise<BlocklistsFacts> {
  const zones = looking.blocklists.zones ?? usualZones;
  if (zones.length === 0) return { lists: [], targets: [], untold: { mail: null, web: null } };
  const [lists, { targets, untold }] = await Promise.all([Promise.all(zones.map(zone => test(blocklistOf(zone), looking))), findTargets(looking)]);
  const working = lists.filter(({ fault }) => fault === null).map(({ zone }) => blocklistOf(zone));
  const budget = { texts: MAX_TEXTS };
  const seen = await Promise.all(targets.map(async target => ({
    ...target,
    answers: await Promise.all(working.filter(list => canList(list, target)).map(list => ask(list, target, looking, budget))),
  })));
  return { lists, targets: seen, untold };
}

async function test(list: Blocklist, { blocklists: { testPoint, spamhausKey } }: Looking): Promise<BlocklistsFacts['lists'][number]> {
  const zone = zoneToAsk(list, spamhausKey);
  const [listed, clean] = await Promise.all([testPoint(`${list.test.listed}.${zone}`), testPoint(`${list.test.clean}.${zone}`)]);
  return { zone: list.zone, fault: faultOf(list, forPeople(listed, spamhausKey), forPeople(clean, spamhausKey)) };
}

/** The addresses of the mail servers, one of the website, and the domain as it is registered. No list is told of addresses that are not public. */
async function findTargets(looking: Looking): Promise<{ targets: Target[]; untold: BlocklistsFacts['untold'] }> {
  const [mx, web] = await Promise.all([looking.facts('mx'), looking.facts('web')]);
  const hosts = mx.hosts.flatMap(({ name, a, aaaa }) => [...found(a), ...found(aaaa)].map(target => ({ role: 'mail' as const, target, host: name })));
  const mail = [...new Map(hosts.map(host => [host.target, host])).values()].filter(({ target }) => specialPurpose(target) === null);
  const ipv4 = mail.filter(({ target }) => !target.includes(':')).slice(0, MAX_MAIL_IPV4);
  const ipv6 = mail.filter(({ target }) => target.includes(':')).slice(0, MAX_MAIL_IPV6);
  const { host } = web;
  const site = host === null ? [] : found(web.addresses).filter(address => specialPurpose(address) === null).slice(0, 1).map(target => ({ role: 'web' as const, target, host }));
  const domain = registeredDomain(looking.domain) ?? looking.domain;
  const failedHost = mx.hosts.find(({ a }) => a.outcome === 'failed');
  return {
    targets: [...ipv4, ...ipv6, ...site, { role: 'domain', target: domain, host: domain }],
    untold: {
      mail: mx.look.outcome === 'failed' ? mx.look.cause : mail.length === 0 && failedHost?.a.outcome === 'failed' ? failedHost.a.cause : null,
      web: web.addresses.outcome === 'failed' ? web.addresses.cause : null,
    },
  };
}

function canList({ lists, ipv6 }: Blocklist, { role, target }: Target): boolean {
  return (lists === 'domains') === (role === 'domain') && (!target.includes(':') || ipv6 === true);
}

/** The text explains a listing (RFC 5782 §2.2), and is asked for only then. */
async function ask(list: Blocklist, { target }: Target, { dns, blocklists }: Looking, budget: { texts: number }): Promise<TargetSeen['answers'][number]> {
  const { spamhausKey } = blocklists;
  const name = `${labelsFor(target)}.${zoneToAsk(list, spamhausKey)}`;
  const look = await dns.look(name, 'A');
  const wantsText = stateOf(list, look).state === 'listed' && budget.texts-- > 0;
  const [text = null] = wantsText ? found(await dns.look(name, 'TXT')) : [];
  return { zone: list.zone, look: forPeople(look, spamhausKey), text: text && withoutKey(text, spamhausKey) };
}

/** A resolver may repeat the question in its cause, and the question holds the key. */
function forPeople<T>(look: Look<T>, key: string | null): Look<T> {
  return look.outcome === 'failed' ? { ...look, cause: withoutKey(look.cause, key) } : look;
}

function withoutKey(text: string, key: string | null): string {
  return key === null ? text : text.toLowerCase().includes(key) ? text.replaceAll(new RegExp(key, 'gi'), '<key>') : text;
}
