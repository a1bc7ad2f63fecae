import { parseIp } from '../../core/ip.ts';

/** The name that holds the PTR records of `address` (RFC 1035 §3.5, RFC 3596 §2.5); null where it is none. */
export function reverseName(address: string): string | null {
  const bytes = parseIp(address);
  if (bytes === null) return null;
  if (bytes.length === 4) return `${[...bytes].toReversed().join('.')}.in-addr.arpa`;
  const nibbles = [...bytes].flatMap(byte => [byte >> 4, byte & 15]).toReversed();
  return `${nibbles.map(nibble => nibble.toString(16)).join('.')}.ip6.arpa`;
}
