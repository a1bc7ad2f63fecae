import type { Look, RecordData } from '../../core/lookup.ts';
import type { Looking } from '../check.ts';
import { lookUpHost, type Host } from '../hosts/collect.ts';
import { exchangesOf, isLiteral } from './exchanges.ts';

/** Where the mail of the domain goes, and what the names of the mail servers lead to. */
export interface MxFacts {
  domain: string;
  /** In the order of the answer; the root as exchange, '' here, is the null MX (RFC 7505). */
  look: Look<readonly RecordData['MX'][]>;
  /** Each exchange once, most preferred first; addresses in place of names are left out. */
  hosts: readonly (Host & { exchange: string; preference: number })[];
  /** Exchanges that were not looked at, because there are too many. */
  leftOut: readonly string[];
  /** Where mail goes when there are no MX records (RFC 5321 §5.1). */
  apexA: Look<readonly string[]>;
}

/** Four hosts cost eight questions of the sixty that a check may ask. */
const MAX_HOSTS = 4;

/** Asks for the MX records, and for the addresses of each exchange as soon as it is known. */
export async function collectMx(looking: Looking): Promise<MxFacts> {
  const { domain, dns } = looking;
  const [{ look, hosts, leftOut }, apexA] = await Promise.all([lookUpExchanges(looking), dns.look(domain, 'A')]);
  return { domain, look, hosts, leftOut, apexA };
}

async function lookUpExchanges(looking: Looking): Promise<Pick<MxFacts, 'look' | 'hosts' | 'leftOut'>> {
  const look = await looking.dns.look(looking.domain, 'MX');
  const byName = Map.groupBy(exchangesOf(look).filter(({ exchange }) => !isLiteral(exchange)), ({ exchange }) => exchange);
  const exchanges = [...byName.values()].map(([first]) => first!);
  const hosts = exchanges.slice(0, MAX_HOSTS).map(record => visit(record, looking));
  return { look, hosts: await Promise.all(hosts), leftOut: exchanges.slice(MAX_HOSTS).map(({ exchange }) => exchange) };
}

async function visit(record: RecordData['MX'], looking: Looking): Promise<MxFacts['hosts'][number]> {
  return { ...record, ...await lookUpHost(record.exchange, looking) };
}
