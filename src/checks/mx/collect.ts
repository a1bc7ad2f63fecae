import { openDomain, registeredDomain } from '../../core/domain-name.ts';
import type { Lookup, RecordData } from '../../core/lookup.ts';
import type { CollectContext } from '../check.ts';
import { isMissing } from '../hosts/analyze.ts';
import { lookupHost, type Host } from '../hosts/collect.ts';
import { lookupNameStatus, type NameStatus } from '../registration/index.ts';
import { exchangesOf, isLiteral } from './exchanges.ts';
import { lookupReverse, type Reverse } from './reverse.ts';

/** Where the mail of the domain goes, and what the names of the mail servers lead to. */
export interface MxFacts {
  domain: string;
  /** In the order of the answer; the root as exchange, '' here, is the null MX (RFC 7505). */
  lookup: Lookup<readonly RecordData['MX'][]>;
  /** Each exchange once, most preferred first; addresses in place of names are left out. */
  hosts: readonly MailHost[];
  /** Exchanges that were not checked, because there are too many. */
  leftOut: readonly string[];
  /** Where mail goes when there are no MX records (RFC 5321 §5.1). */
  apexA: Lookup<readonly string[]>;
}

export interface MailHost extends Host {
  exchange: string;
  preference: number;
  /** The name of its address; null where it was not looked up: there is none, or it is up to a known provider. */
  reverse: Reverse | null;
  /** Of the domain that it lies in; null where it was not looked up: the host exists, or lies below the domain itself. */
  nameStatus: NameStatus | null;
}

/** Four hosts cost eight questions of the sixty that a check may ask. */
const MAX_HOSTS = 4;

/** Asks for the MX records, and for what each exchange leads to as soon as it is known. */
export async function collectMx(context: CollectContext): Promise<MxFacts> {
  const { domain, dns } = context;
  const apexA = dns.lookup(domain, 'A');
  const { lookup, exchanges, leftOut } = await lookupExchanges(context);
  const visit = visitor(context);
  return { domain, lookup, hosts: await Promise.all(exchanges.map(visit)), leftOut, apexA: await apexA };
}

/** The MX records, and the hosts among them that are looked up: each once, most preferred first. */
export async function lookupExchanges(
  { domain, dns }: Pick<CollectContext, 'domain' | 'dns'>,
): Promise<Pick<MxFacts, 'lookup' | 'leftOut'> & { exchanges: RecordData['MX'][] }> {
  const lookup = await dns.lookup(domain, 'MX');
  const byName = Map.groupBy(exchangesOf(lookup).filter(({ exchange }) => !isLiteral(exchange)), ({ exchange }) => exchange);
  const exchanges = [...byName.values()].map(([first]) => first!);
  return { lookup, exchanges: exchanges.slice(0, MAX_HOSTS), leftOut: exchanges.slice(MAX_HOSTS).map(({ exchange }) => exchange) };
}

function visitor(context: CollectContext): (record: RecordData['MX']) => Promise<MailHost> {
  const own = registeredDomain(context.domain);
  const nameStatuses = new Map<string, Promise<NameStatus>>();
  return async record => {
    const host = await lookupHost(record.exchange, context);
    const registered = openDomain(host.name);
    const nameStatus = isMissing(host) && registered !== null && registered !== own ? nameStatuses.get(registered) ?? lookupNameStatus(registered, context) : null;
    if (nameStatus) nameStatuses.set(registered!, nameStatus);
    return { ...record, ...host, reverse: await lookupReverse(host, context), nameStatus: await nameStatus };
  };
}
