import type { Lookup } from '../../core/lookup.ts';
import type { WebReply } from '../../core/outside/probes.ts';
import type { CollectContext } from '../check.ts';
import { bothFamilies } from '../lookups.ts';
import { policyHost, policyUrl, recordName } from './parse.ts';

/** The record that announces a policy, and the policy itself, asked for at the same time. */
export interface MtaStsFacts {
  domain: string;
  txt: Lookup<readonly string[]>;
  /** A and AAAA of the policy host together. */
  host: Lookup<readonly string[]>;
  /** The policy file; null where the policy host has no address. */
  policy: WebReply | null;
}

/** RFC 8461 §3.3 suggests a limit of 64 KiB. */
const MAX_POLICY_BYTES = 65_536;

/** Asks for the record, and meanwhile fetches the policy where its host has an address. */
export async function collectMtaSts({ domain, dns, web, signal }: CollectContext): Promise<MtaStsFacts> {
  const host = policyHost(domain);
  const hostLookup = Promise.all([dns.lookup(host, 'A'), dns.lookup(host, 'AAAA')]).then(([a, aaaa]) => bothFamilies(a, aaaa));
  const policy = hostLookup.then(lookup => (lookup.outcome === 'found' ? web.get(policyUrl(domain), { maxBytes: MAX_POLICY_BYTES, signal }) : null));
  const [txt, addresses, reply] = await Promise.all([dns.lookup(recordName(domain), 'TXT'), hostLookup, policy]);
  return { domain, txt, host: addresses, policy: reply };
}
