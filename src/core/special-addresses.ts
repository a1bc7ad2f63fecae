import { inCidr, parseCidr, parseIp, type Cidr } from './ip.ts';

/** A range of addresses that no public service stands on. */
export interface SpecialRange {
  range: string;
  name: string;
  rfc: string;
}

/**
 * IANA "IPv4 Special-Purpose Address Registry" and "IPv6 Special-Purpose Address Registry" (RFC 6890), as of 2025-10,
 * and what other registries keep apart: multicast, embedded IPv4, and IPv6 outside 2000::/3, which is not allocated (RFC 4291 §2.4).
 */
export const specialRanges: readonly SpecialRange[] = [
  { range: '0.0.0.0/8', name: 'This network', rfc: 'RFC 791 §3.2' },
  { range: '0.0.0.0/32', name: 'This host on this network', rfc: 'RFC 1122 §3.2.1.3' },
  { range: '10.0.0.0/8', name: 'Private use', rfc: 'RFC 1918' },
  { range: '100.64.0.0/10', name: 'Shared address space', rfc: 'RFC 6598' },
  { range: '127.0.0.0/8', name: 'Loopback', rfc: 'RFC 1122 §3.2.1.3' },
  { range: '169.254.0.0/16', name: 'Link local', rfc: 'RFC 3927' },
  { range: '172.16.0.0/12', name: 'Private use', rfc: 'RFC 1918' },
  { range: '192.0.0.0/24', name: 'IETF protocol assignments', rfc: 'RFC 6890 §2.1' },
  { range: '192.0.0.0/29', name: 'IPv4 service continuity prefix', rfc: 'RFC 7335' },
  { range: '192.0.0.8/32', name: 'IPv4 dummy address', rfc: 'RFC 7600' },
  { range: '192.0.0.9/32', name: 'Port Control Protocol anycast', rfc: 'RFC 7723' },
  { range: '192.0.0.10/32', name: 'TURN anycast', rfc: 'RFC 8155' },
  { range: '192.0.0.170/31', name: 'NAT64/DNS64 discovery', rfc: 'RFC 8880, RFC 7050 §2.2' },
  { range: '192.0.2.0/24', name: 'Documentation (TEST-NET-1)', rfc: 'RFC 5737' },
  { range: '192.31.196.0/24', name: 'AS112-v4', rfc: 'RFC 7535' },
  { range: '192.52.193.0/24', name: 'AMT', rfc: 'RFC 7450' },
  { range: '192.88.99.0/24', name: 'Deprecated (6to4 relay anycast)', rfc: 'RFC 7526' },
  { range: '192.88.99.2/32', name: '6a44 relay anycast', rfc: 'RFC 6751' },
  { range: '192.168.0.0/16', name: 'Private use', rfc: 'RFC 1918' },
  { range: '192.175.48.0/24', name: 'Direct delegation AS112 service', rfc: 'RFC 7534' },
  { range: '198.18.0.0/15', name: 'Benchmarking', rfc: 'RFC 2544' },
  { range: '198.51.100.0/24', name: 'Documentation (TEST-NET-2)', rfc: 'RFC 5737' },
  { range: '203.0.113.0/24', name: 'Documentation (TEST-NET-3)', rfc: 'RFC 5737' },
  { range: '224.0.0.0/4', name: 'Multicast', rfc: 'RFC 5771' },
  { range: '240.0.0.0/4', name: 'Reserved', rfc: 'RFC 1112 §4' },
  { range: '255.255.255.255/32', name: 'Limited broadcast', rfc: 'RFC 8190, RFC 919 §7' },

  { range: '::/3', name: 'Not allocated', rfc: 'RFC 4291 §2.4' },
  { range: '4000::/2', name: 'Not allocated', rfc: 'RFC 4291 §2.4' },
  { range: '8000::/1', name: 'Not allocated', rfc: 'RFC 4291 §2.4' },
  { range: '::/96', name: 'IPv4-compatible (deprecated)', rfc: 'RFC 4291 §2.5.5.1' },
  { range: '::/128', name: 'Unspecified address', rfc: 'RFC 4291 §2.5.2' },
  { range: '::1/128', name: 'Loopback', rfc: 'RFC 4291 §2.5.3' },
  { range: '::ffff:0:0/96', name: 'IPv4-mapped', rfc: 'RFC 4291 §2.5.5.2' },
  { range: '::ffff:0:0:0/96', name: 'IPv4-translated', rfc: 'RFC 2765 §2.1' },
  { range: '64:ff9b::/96', name: 'IPv4-IPv6 translation (NAT64)', rfc: 'RFC 6052' },
  { range: '64:ff9b:1::/48', name: 'IPv4-IPv6 translation (local NAT64)', rfc: 'RFC 8215' },
  { range: '100::/64', name: 'Discard only', rfc: 'RFC 6666' },
  { range: '100:0:0:1::/64', name: 'Dummy IPv6 prefix', rfc: 'RFC 9780' },
  { range: '2001::/23', name: 'IETF protocol assignments', rfc: 'RFC 2928' },
  { range: '2001::/32', name: 'Teredo', rfc: 'RFC 4380' },
  { range: '2001:1::1/128', name: 'Port Control Protocol anycast', rfc: 'RFC 7723' },
  { range: '2001:1::2/128', name: 'TURN anycast', rfc: 'RFC 8155' },
  { range: '2001:1::3/128', name: 'DNS-SD Service Registration Protocol anycast', rfc: 'RFC 9665' },
  { range: '2001:2::/48', name: 'Benchmarking', rfc: 'RFC 5180' },
  { range: '2001:3::/32', name: 'AMT', rfc: 'RFC 7450' },
  { range: '2001:4:112::/48', name: 'AS112-v6', rfc: 'RFC 7535' },
  { range: '2001:10::/28', name: 'ORCHID (deprecated)', rfc: 'RFC 4843' },
  { range: '2001:20::/28', name: 'ORCHIDv2', rfc: 'RFC 7343' },
  { range: '2001:30::/28', name: 'Drone remote identification', rfc: 'RFC 9374' },
  { range: '2001:db8::/32', name: 'Documentation', rfc: 'RFC 3849' },
  { range: '2002::/16', name: '6to4', rfc: 'RFC 3056' },
  { range: '2620:4f:8000::/48', name: 'Direct delegation AS112 service', rfc: 'RFC 7534' },
  { range: '3fff::/20', name: 'Documentation', rfc: 'RFC 9637' },
  { range: '5f00::/16', name: 'Segment routing (SRv6) identifiers', rfc: 'RFC 9602' },
  { range: 'fc00::/7', name: 'Unique local', rfc: 'RFC 4193' },
  { range: 'fe80::/10', name: 'Link local', rfc: 'RFC 4291 §2.5.6' },
  { range: 'fec0::/10', name: 'Site local (deprecated)', rfc: 'RFC 3879' },
  { range: 'ff00::/8', name: 'Multicast', rfc: 'RFC 4291 §2.7' },
];

const narrowestFirst: readonly { special: SpecialRange; cidr: Cidr }[] = specialRanges
  .map(special => ({ special, cidr: parseCidr(special.range)! }))
  .toSorted((a, b) => b.cidr.prefixLength - a.cidr.prefixLength);

const notAnAddress: SpecialRange = { range: '', name: 'Not an IP address', rfc: 'RFC 3986 §3.2.2' };

/** The narrowest special range that holds `address`, null for a public one; text that is no plain address is not public. */
export function specialPurpose(address: string): SpecialRange | null {
  const bytes = parseIp(address);
  if (!bytes) return notAnAddress;
  return narrowestFirst.find(({ cidr }) => inCidr(bytes, cidr))?.special ?? null;
}
