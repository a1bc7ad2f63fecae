import type { Look } from '../../core/lookup.ts';
import type { Looking } from '../check.ts';
import { recordName } from './parse.ts';

/** The texts at the name for TLS reporting, whatever they are. */
export interface TlsRptFacts {
  domain: string;
  txt: Look<readonly string[]>;
}

/** Asks for the record. */
export async function collectTlsRpt({ domain, dns }: Looking): Promise<TlsRptFacts> {
  return { domain, txt: await dns.look(recordName(domain), 'TXT') };
}
