import type { Look } from '../../core/lookup.ts';
import type { Looking } from '../check.ts';
import { auditSpf, type SpfAudit } from './audit.ts';
import { spfRecordsOf } from './parse.ts';

export interface SpfFacts {
  domain: string;
  /** All TXT records of the domain. */
  txt: Look<readonly string[]>;
  /** Those that are SPF records. */
  records: readonly string[];
  /** Null where there is not exactly one record. */
  audit: SpfAudit | null;
}

/** Asks for the TXT records of the domain, and follows the SPF record among them where there is exactly one. */
export async function collectSpf({ domain, dns }: Pick<Looking, 'domain' | 'dns'>): Promise<SpfFacts> {
  const txt = await dns.look(domain, 'TXT');
  const records = spfRecordsOf(txt);
  return { domain, txt, records, audit: records.length === 1 ? await auditSpf(domain, records[0]!, dns) : null };
}
