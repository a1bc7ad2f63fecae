import type { Lookup } from '../../core/lookup.ts';
import type { CollectContext } from '../check.ts';
import { recordName } from './parse.ts';

/** The texts at the name for TLS reporting, whatever they are. */
export interface TlsRptFacts {
  domain: string;
  txt: Lookup<readonly string[]>;
}

/** Asks for the record. */
export async function collectTlsRpt({ domain, dns }: CollectContext): Promise<TlsRptFacts> {
  return { domain, txt: await dns.lookup(recordName(domain), 'TXT') };
}
