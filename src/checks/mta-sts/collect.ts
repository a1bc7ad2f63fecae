import type { Look } from '../../core/lookup.ts';
import type { WebReply } from '../../core/outside/probes.ts';
import type { Looking } from '../check.ts';
import { bothFamilies } from '../looks.ts';
import { policyHost, policyUrl, recordName } from './parse.ts';

/** The record that announces a policy, and the policy itself, asked for at the same time. */
export interface MtaStsFacts {
  domain: string;
  txt: Look<readonly string[]>;
  /** A and AAAA of the policy host together. */
  host: Look<readonly string[]>;
  /** The policy file; null where the policy host has no address. */
  policy: WebReply | null;
}

/** RFC 8461 §3.3 suggests a limit of 64 KiB. */
const MAX_POLICY_BYTES = 65_536;

/** Asks for the record, and meanwhile fetches the policy where its host has an address. */
export async function collectMtaSts({ domain, dns, web, signal }: Looking): Promise<MtaStsFacts> {
  const host = policyHost(domain);
  const hostLook = Promise.all([dns.look(host, 'A'), dns.look(host, 'AAAA')]).then(([a, aaaa]) => bothFamilies(a, aaaa));
  const policy = hostLook.then(look => (look.outcome === 'found' ? web.get(policyUrl(domain), { maxBytes: MAX_POLICY_BYTES, signal }) : null));
  const [txt, addresses, reply] = await Promise.all([dns.look(recordName(domain), 'TXT'), hostLook, policy]);
  return { domain, txt, host: addresses, policy: reply };
}
