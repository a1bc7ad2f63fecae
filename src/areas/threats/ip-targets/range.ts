import { formatIp, parseCidr } from '../../../core/ip.ts';

/** A range has at most sixteen addresses. */
const LONGEST_BITS = 4;

/** An address or a small range: its one way of writing, and all of its addresses. */
export interface Range {
  target: string;
  addresses: readonly [string, ...string[]];
}

/** The range that `text` writes; an `invalid` one says what to give instead. */
export function parseRange(text: string): Range | { invalid: string } {
  const cidr = parseCidr(text.trim());
  if (!cidr) return { invalid: 'Give an IPv4 or IPv6 address, such as 192.0.2.10, or a range such as 192.0.2.0/28.' };
  const bits = cidr.bytes.length * 8;
  const hostBits = bits - cidr.prefixLength;
  if (hostBits > LONGEST_BITS) return { invalid: `The range is too large: give /${bits - LONGEST_BITS} at most, such as ${bits === 32 ? '192.0.2.0/28' : '2001:db8::/124'}.` };
  const last = cidr.bytes.length - 1;
  const first = Uint8Array.from(cidr.bytes, (byte, at) => (at === last ? byte & ~(2 ** hostBits - 1) : byte));
  const base = formatIp(first);
  if (base !== formatIp(cidr.bytes)) return { invalid: `The range begins at another address: give ${base}/${cidr.prefixLength}, or the one address alone.` };
  const [begin, ...more] = Array.from({ length: 2 ** hostBits }, (_, step) => formatIp(Uint8Array.from(first, (byte, at) => (at === last ? byte + step : byte))));
  return { target: hostBits === 0 ? base : `${base}/${cidr.prefixLength}`, addresses: [begin!, ...more] };
}

/** The addresses of a target that is kept. */
export function addressesOf(target: string): Range['addresses'] {
  const range = parseRange(target);
  if ('invalid' in range) throw new TypeError(`${target} is no range.`);
  return range.addresses;
}
