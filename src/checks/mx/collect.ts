import { registeredDomain } from '../../core/domain-name.ts';
import type { Look, RecordData } from '../../core/lookup.ts';
import type { Looking } from '../check.ts';
import { isMissing } from '../hosts/analyze.ts';
import { lookUpHost, type Host } from '../hosts/collect.ts';
import { lookUpStanding, type Standing } from '../registration/index.ts';
import { exchangesOf, isLiteral } from './exchanges.ts';
import { lookUpReverse, type Reverse } from './reverse.ts';

/** Where the mail of the domain goes, and what the names of the mail servers lead to. */
export interface MxFacts {
  domain: string;
  /** In the order of the answer; the root as exchange, '' here, is the null MX (RFC 7505). */
  look: Look<readonly RecordData['MX'][]>;
  /** Each exchange once, most preferred first; addresses in place of names are left out. */
  hosts: readonly MailHost[];
  /** Exchanges that were not looked at, because there are too many. */
  leftOut: readonly string[];
  /** Where mail goes when there are no MX records (RFC 5321 §5.1). */
  apexA: Look<readonly string[]>;
}

export interface MailHost extends Host {
  exchange: string;
  preference: number;
  /** The name of its address; null where nobody looked: it has none, or it is the affair of a known provider. */
  reverse: Reverse | null;
  /** Of the domain that it lies in; null where nobody looked: the host exists, or lies below the domain itself. */
  standing: Standing | null;
}

/** Four hosts cost eight questions of the sixty that a check may ask. */
const MAX_HOSTS = 4;

/** Asks for the MX records, and for what each exchange leads to as soon as it is known. */
export async function collectMx(looking: Looking): Promise<MxFacts> {
  const { domain, dns } = looking;
  const apexA = dns.look(domain, 'A');
  const { look, exchanges, leftOut } = await lookUpExchanges(looking);
  const visit = visitor(looking);
  return { domain, look, hosts: await Promise.all(exchanges.map(visit)), leftOut, apexA: await apexA };
}

/** The MX records, and the hosts among them that are looked at: each once, most preferred first. */
export async function lookUpExchanges(
  { domain, dns }: Pick<Looking, 'domain' | 'dns'>,
): Promise<Pick<MxFacts, 'look' | 'leftOut'> & { exchanges: RecordData['MX'][] }> {
  const look = await dns.look(domain, 'MX');
  const byName = Map.groupBy(exchangesOf(look).filter(({ exchange }) => !isLiteral(exchange)), ({ exchange }) => exchange);
  const exchanges = [...byName.values()].map(([first]) => first!);
  return { look, exchanges: exchanges.slice(0, MAX_HOSTS), leftOut: exchanges.slice(MAX_HOSTS).map(({ exchange }) => exchange) };
}

function visitor(looking: Looking): (record: RecordData['MX']) => Promise<MailHost> {
  const own = registeredDomain(looking.domain);
  const standings = new Map<string, Promise<Standing>>();
  return async record => {
    const host = await lookUpHost(record.exchange, looking);
    const registered = registeredDomain(host.name);
    const standing = isMissing(host) && registered !== null && registered !== own ? standings.get(registered) ?? lookUpStanding(registered, looking) : null;
    if (standing) standings.set(registered!, standing);
    return { ...record, ...host, reverse: await lookUpReverse(host, looking), standing: await standing };
  };
}
