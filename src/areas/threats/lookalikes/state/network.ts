import { formatIp, parseIp } from '../../../../core/ip.ts';

/** The network of an address, so wide that the servers of one host share it: /16 of IPv4, /32 of IPv6. Text that is no address stays as it is. */
export function networkOf(address: string): string {
  const bytes = parseIp(address);
  if (bytes === null) return address;
  const kept = bytes.length === 4 ? 2 : 4;
  return `${formatIp(bytes.map((byte, at) => (at < kept ? byte : 0)))}/${kept * 8}`;
}
