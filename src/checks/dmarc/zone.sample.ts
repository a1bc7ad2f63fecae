import type { Finding } from '../../core/finding.ts';
import type { Dns, Failure, Lookup, RecordType } from '../../core/lookup.ts';
import type { CollectContext } from '../check.ts';
import { analyzeDmarc } from './analyze.ts';
import { collectDmarc, type DmarcFacts } from './collect.ts';
import type { Others } from './others.ts';

const servfail: Failure = { outcome: 'failed', kind: 'servfail', cause: 'SERVFAIL from 192.0.2.53' };
const usual: Others = { apexTxt: [], hasSpf: true, hasDkim: true, nullMx: false, allowsNobody: false };

/** What is held at each name: TXT records, a CNAME and what it leads to (none: it dangles), or a failed lookup. */
export type Zone = Record<string, string[] | { alias: string; records: string[] } | 'failed'>;

/** What the check sees of a domain in the zone; every domain has a mail server. */
export async function factsOf(domain: string, zone: Zone): Promise<DmarcFacts> {
  const lookup = async (name: string, type: RecordType): Promise<Lookup<readonly unknown[]>> => {
    if (type === 'MX') return { outcome: 'found', value: [{ preference: 10, exchange: 'mx.example.net' }], via: [], ttlSeconds: 300 };
    const held = zone[name] ?? [];
    if (held === 'failed') return servfail;
    const { records, via } = Array.isArray(held) ? { records: held, via: [] } : { records: held.records, via: [held.alias] };
    return records.length > 0 ? { outcome: 'found', value: records, via, ttlSeconds: 300 } : { outcome: 'absent', nxdomain: true, via };
  };
  return collectDmarc({ domain, dns: { lookup } as Dns } as CollectContext);
}

/** All findings on the domain. */
export async function judgeZone(domain: string, zone: Zone, others: Partial<Others> = {}): Promise<Finding[]> {
  return analyzeDmarc(await factsOf(domain, zone), { ...usual, ...others });
}
