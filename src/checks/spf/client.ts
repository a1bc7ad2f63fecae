import { inCidr, parseIp, type IpBytes } from '../../core/ip.ts';

/** The address of a client; one that came by an IPv4-mapped IPv6 address is an IPv4 client (RFC 7208 §5). */
export function unmapped(ip: IpBytes): IpBytes {
  const mapped = ip.length === 16 && ip.subarray(0, 10).every(byte => byte === 0) && ip[10] === 0xff && ip[11] === 0xff;
  return mapped ? ip.subarray(12) : ip;
}

/** The i macro: dotted quads, or nibbles in upper case with a dot between them (RFC 7208 §7.3). */
export function dotted(ip: IpBytes): string {
  if (ip.length === 4) return ip.join('.');
  return Array.from(ip, byte => `${(byte >> 4).toString(16)}.${(byte & 15).toString(16)}`).join('.').toUpperCase();
}

/** Where the PTR records of the address stand (RFC 1035 §3.5, RFC 3596 §2.5). */
export function reverseName(ip: IpBytes): string {
  return `${dotted(ip).toLowerCase().split('.').toReversed().join('.')}.${ip.length === 4 ? 'in-addr' : 'ip6'}.arpa`;
}

/** Whether `ip` lies in the range around `address`; never for addresses of different families. */
export function covers(ip: IpBytes, address: string, { prefixLength4, prefixLength6 }: { prefixLength4: number; prefixLength6: number }): boolean {
  const bytes = parseIp(address);
  return bytes !== null && inCidr(ip, { bytes, prefixLength: bytes.length === 4 ? prefixLength4 : prefixLength6 });
}
