import { registeredDomain } from '../../core/domain-name.ts';
import { specialPurpose } from '../../core/special-addresses.ts';
import type { CollectContext } from '../check.ts';
import { found } from '../lookups.ts';
import { askList, testList, type ListAnswer } from './ask.ts';
import { blocklistOf, canList, usualZones } from './lists.ts';

/** What the blocklists say of the domain, its mail servers and its website. */
export interface BlocklistsFacts {
  /** Each list, and why it cannot be believed today; null where it can. None where the operator wants none asked. */
  lists: readonly { zone: string; fault: string | null }[];
  targets: readonly TargetSeen[];
  /** Why not all addresses are known. */
  unknown: { mail: string | null; web: string | null };
}

/** One address or domain, and what each list that works answered. */
export interface TargetSeen {
  role: 'mail' | 'web' | 'domain';
  target: string;
  /** Whose address it is. */
  host: string;
  answers: readonly ListAnswer[];
}

type Target = Omit<TargetSeen, 'answers'>;

const MAX_MAIL_IPV4 = 4;
const MAX_MAIL_IPV6 = 2;
const MAX_TEXTS = 8;

/** Tests every list once a day, and asks those that work for all targets at once. */
export async function collectBlocklists(context: CollectContext): Promise<BlocklistsFacts> {
  const zones = context.blocklists.zones ?? usualZones;
  if (zones.length === 0) return { lists: [], targets: [], unknown: { mail: null, web: null } };
  const [lists, { targets, unknown }] = await Promise.all([Promise.all(zones.map(async zone => ({ zone, fault: await testList(blocklistOf(zone), context.blocklists) }))), findTargets(context)]);
  const working = lists.filter(({ fault }) => fault === null).map(({ zone }) => blocklistOf(zone));
  let texts = MAX_TEXTS;
  const seen = await Promise.all(targets.map(async target => ({
    ...target,
    answers: await Promise.all(working.filter(list => canList(list, target.target)).map(list => askList(list, target.target, context, () => texts-- > 0))),
  })));
  return { lists, targets: seen, unknown };
}

/** The addresses of the mail servers, one of the website, and the domain as it is registered. No list is asked about addresses that are not public. */
async function findTargets(context: CollectContext): Promise<{ targets: Target[]; unknown: BlocklistsFacts['unknown'] }> {
  const [mx, web] = await Promise.all([context.facts('mx'), context.facts('web')]);
  const hosts = mx.hosts.flatMap(({ name, a, aaaa }) => [...found(a), ...found(aaaa)].map(target => ({ role: 'mail' as const, target, host: name })));
  const mail = [...new Map(hosts.map(host => [host.target, host])).values()].filter(({ target }) => specialPurpose(target) === null);
  const ipv4 = mail.filter(({ target }) => !target.includes(':')).slice(0, MAX_MAIL_IPV4);
  const ipv6 = mail.filter(({ target }) => target.includes(':')).slice(0, MAX_MAIL_IPV6);
  const { host } = web;
  const site = host === null ? [] : found(web.addresses).filter(address => specialPurpose(address) === null).slice(0, 1).map(target => ({ role: 'web' as const, target, host }));
  const domain = registeredDomain(context.domain) ?? context.domain;
  const failed = [mx.lookup, ...mx.hosts.flatMap(({ a, aaaa }) => [a, aaaa])].find(({ outcome }) => outcome === 'failed');
  return {
    targets: [...ipv4, ...ipv6, ...site, { role: 'domain', target: domain, host: domain }],
    unknown: {
      mail: failed?.outcome === 'failed' ? failed.cause : null,
      web: web.addresses.outcome === 'failed' ? web.addresses.cause : null,
    },
  };
}
