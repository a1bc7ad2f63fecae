import type { Look } from '../../core/lookup.ts';
import type { Looking } from '../check.ts';

export interface TlsRptFacts {
  domain: string;
  txt: Look<readonly string[]>;
}

export async function collectTlsRpt({ domain, dns }: Looking): Promise<TlsRptFacts> {
  return { domain, txt: await dns.look(`_smtp._tls.${domain}`, 'TXT') };
}
