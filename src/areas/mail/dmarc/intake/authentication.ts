import { checkHost } from '../../../../checks/spf/evaluate.ts';
import { parseDomain } from '../../../../core/domain-name.ts';
import { parseIp } from '../../../../core/ip.ts';
import type { Dns } from '../../../../core/lookup.ts';
import type { Sender } from '../spool/message.ts';

/** The envelope of a mail as its server sees it. */
export interface Envelope {
  /** The connecting address. */
  address: string;
  helo: string;
  /** Empty for the null sender. */
  from: string;
}

/** Whether SPF lets the connecting address send for the domain of the envelope sender (RFC 7208); `unknown` where the DNS did not say. */
export async function authenticate({ address, helo, from }: Envelope, dns: Pick<Dns, 'lookup'>): Promise<Sender> {
  const ip = parseIp(address.replace(/^::ffff:(?=[\d.]+$)/i, ''));
  // RFC 7208 §2.4: the HELO name stands for the null sender.
  const name = from === '' ? helo : from.slice(from.lastIndexOf('@') + 1);
  const parsed = parseDomain(name);
  if (!ip || !parsed.ok) return { domain: null, authenticated: 'none' };
  const { domain } = parsed;
  const { result } = await checkHost({ ip, domain, helo, sender: from === '' ? `postmaster@${domain}` : from }, dns);
  return { domain, authenticated: result === 'pass' ? 'spf' : result === 'temperror' ? 'unknown' : 'none' };
}
