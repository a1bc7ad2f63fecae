import { registrableDomain } from '../../core/domain-name.ts';
import type { Failure, Lookup } from '../../core/lookup.ts';
import type { CollectContext } from '../check.ts';
import { found } from '../lookups.ts';
import { exchangesOf } from '../mx/index.ts';
import { auditSpf, type AuditContext, type SpfAudit } from './audit.ts';
import { candidatesOf } from './candidates.ts';
import { firstRecord, mailOf } from './others.ts';
import { spfRecordsOf } from './parse.ts';
import { replacementOf } from './rewrite.ts';

export interface SpfFacts {
  domain: string;
  /** All TXT records of the domain. */
  txt: Lookup<readonly string[]>;
  /** Those that are SPF records. */
  records: readonly string[];
  /** Null where there is not exactly one record. */
  audit: SpfAudit | null;
  /** Of the record that stands for one that is not taken for SPF, or for several, or for none; null where there is no such record. */
  meant: SpfAudit | null;
  /** Records of the withdrawn type SPF, as one nameserver of the domain has them; null where the domain has no nameservers of its own. */
  type99: { outcome: 'found' | 'absent' } | Failure | null;
  /** TXT records of the domain's own mail servers: the names that they greet with. */
  servers: readonly { name: string; lookup: Lookup<readonly string[]> }[];
}

const MAX_SERVERS = 2;
/** RFC 7208 §3.1 withdrew the type. */
const TYPE_SPF = 99;

/** Asks for the TXT records of the domain, and follows the SPF record among them where there is exactly one. */
export async function collectSpf(context: AuditContext & Pick<CollectContext, 'domain'>): Promise<SpfFacts> {
  const { domain, dns } = context;
  const own = dns.lookup(domain, 'TXT').then(async txt => {
    const records = spfRecordsOf(txt);
    const replacement = replacementOf({ txt, records }) ?? (txt.outcome !== 'failed' && records.length === 0 ? firstRecord(mailOf(await dns.lookup(domain, 'MX'))).value : null);
    return {
      txt,
      records,
      audit: records.length === 1 ? await auditSpf(domain, records[0]!, context, candidatesOf) : null,
      meant: replacement === null ? null : await auditSpf(domain, replacement, context, candidatesOf),
    };
  });
  const [seen, type99, servers] = await Promise.all([own, askForType99(context), lookupServers(context)]);
  return { domain, ...seen, type99, servers };
}

/** Resolvers need not pass on a type that nobody uses, so two nameservers are asked themselves, and the first answer counts. */
async function askForType99({ domain, dns }: Pick<CollectContext, 'domain' | 'dns'>): Promise<SpfFacts['type99']> {
  const nameservers = await dns.lookup(domain, 'NS');
  if (nameservers.outcome === 'failed') return nameservers;
  const names = found(nameservers).slice(0, 2);
  if (names.length === 0) return null;
  const answers = names.map(async name => {
    const answer = await askOneForType99(name, domain, dns);
    return answer.outcome === 'failed' ? Promise.reject(answer) : answer;
  });
  return Promise.any(answers).catch((none: AggregateError) => none.errors[0] as Failure);
}

async function askOneForType99(name: string, domain: string, dns: CollectContext['dns']): Promise<NonNullable<SpfFacts['type99']>> {
  const [address] = found(await dns.lookup(name, 'A'));
  if (address === undefined) return { outcome: 'failed', kind: 'unreachable', cause: `${name} has no IPv4 address` };
  const reply = await dns.probe({ name, address }, { name: domain, type: TYPE_SPF });
  if (reply.outcome === 'failed') return { outcome: 'failed', kind: reply.kind, cause: reply.cause };
  if (reply.rcode !== 'NOERROR') return { outcome: 'failed', kind: 'rcode', cause: `${reply.rcode} from ${name}` };
  return { outcome: reply.answers.some(({ type }) => type === `TYPE${TYPE_SPF}`) ? 'found' : 'absent' };
}

/** Receivers check the name of the greeting too (RFC 7208 §2.3); of mail servers elsewhere that is for their owners. */
async function lookupServers({ domain, dns }: Pick<CollectContext, 'domain' | 'dns'>): Promise<SpfFacts['servers']> {
  const exchanges = exchangesOf(await dns.lookup(domain, 'MX')).map(({ exchange }) => exchange);
  const isOwn = (name: string) => name !== domain && registrableDomain(name) === (registrableDomain(domain) ?? domain);
  const names = [...new Set(exchanges)].filter(isOwn).slice(0, MAX_SERVERS);
  return Promise.all(names.map(async name => ({ name, lookup: await dns.lookup(name, 'TXT') })));
}
