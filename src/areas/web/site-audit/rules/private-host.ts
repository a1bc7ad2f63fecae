import { parseIp } from '../../../../core/ip.ts';
import { specialPurpose } from '../../../../core/special-addresses.ts';

/** Whether the host of a URL is reached from inside a network alone, by its name or address. */
export function isPrivateHost(hostname: string): boolean {
  const bare = hostname.replace(/^\[|\]$/g, '');
  if (parseIp(bare) !== null) return specialPurpose(bare) !== null;
  return bare === 'localhost' || /\.(?:localhost|local|internal|lan|home\.arpa|intranet|corp)$/.test(bare);
}
