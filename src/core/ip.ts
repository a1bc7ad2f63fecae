/** An address as bytes: 4 for IPv4, 16 for IPv6. */
export type IpBytes = Uint8Array;

/** A range of addresses: those whose first `prefixLength` bits equal those of `bytes`. */
export interface Cidr {
  bytes: IpBytes;
  prefixLength: number;
}

/** The bytes of an IPv4 or IPv6 address in text form, or null; IPv4 in dotted quads without leading zeros (RFC 3986 §3.2.2). */
export function parseIp(text: string): IpBytes | null {
  return text.includes(':') ? parseIpv6(text) : parseIpv4(text);
}

/** Code of the digit 0, and of the dot as counted from it. */
const ZERO = 48;
const DOT = -2;

export function parseIpv4(text: string): IpBytes | null {
  const bytes = new Uint8Array(4);
  let [at, quad, digits] = [0, 0, 0];
  for (let index = 0; index < text.length; index++) {
    const digit = text.charCodeAt(index) - ZERO;
    if (digit >= 0 && digit <= 9) {
      quad = quad * 10 + digit;
      // A second digit after a leading zero, or too large a number.
      if (quad > 255 || (digits++ > 0 && quad < 10)) return null;
    } else {
      if (digit !== DOT || digits === 0 || at === 3) return null;
      bytes[at++] = quad;
      [quad, digits] = [0, 0];
    }
  }
  if (at !== 3 || digits === 0) return null;
  bytes[3] = quad;
  return bytes;
}

const COLON = 58;
const MAX_IPV6 = 45;

/** RFC 4291 §2.2, the form with an IPv4 tail included; zone identifiers are refused. */
export function parseIpv6(text: string): IpBytes | null {
  const { length } = text;
  if (length > MAX_IPV6) return null;
  const bytes = new Uint8Array(16);
  // Where `::` stands, in bytes, and what was read of the group at hand.
  let [at, gap, index] = [0, -1, 0];
  if (text.startsWith('::')) [gap, index] = [0, 2];
  while (index < length) {
    const from = index;
    let group = 0;
    for (let digit; index < length && (digit = hexDigit(text.charCodeAt(index))) >= 0; index++) group = group * 16 + digit;
    if (index < length && text.charCodeAt(index) !== COLON) return at <= 12 ? withTail(bytes, at, gap, text.slice(from)) : null;
    if (index === from || index - from > 4 || at > 14) return null;
    bytes[at++] = group >> 8;
    bytes[at++] = group & 0xff;
    if (index === length) return spread(bytes, at, gap);
    index++;
    if (text.charCodeAt(index) === COLON) {
      if (gap >= 0) return null;
      [gap, index] = [at, index + 1];
    } else if (index === length) {
      return null;
    }
  }
  return spread(bytes, at, gap);
}

/** With the last four bytes as IPv4. */
function withTail(bytes: IpBytes, at: number, gap: number, text: string): IpBytes | null {
  const quads = parseIpv4(text);
  if (!quads) return null;
  bytes.set(quads, at);
  return spread(bytes, at + 4, gap);
}

/** Makes room for the zeros that stand for `::`, which are two bytes or more. */
function spread(bytes: IpBytes, length: number, gap: number): IpBytes | null {
  if (gap < 0) return length === 16 ? bytes : null;
  if (length > 14) return null;
  bytes.copyWithin(16 - (length - gap), gap, length);
  return bytes.fill(0, gap, 16 - (length - gap));
}

function hexDigit(code: number): number {
  if (code >= 48 && code <= 57) return code - 48;
  const lower = code | 0x20;
  return lower >= 97 && lower <= 102 ? lower - 87 : -1;
}

/** Text of an address; IPv6 as RFC 5952 writes it. */
export function formatIp(bytes: IpBytes): string {
  if (bytes.length === 4) return bytes.join('.');
  const groups = Array.from({ length: 8 }, (_, i) => ((bytes[2 * i]! << 8) | bytes[2 * i + 1]!).toString(16));
  const { at, length } = longestZeroRun(groups);
  if (length < 2) return groups.join(':');
  return `${groups.slice(0, at).join(':')}::${groups.slice(at + length).join(':')}`;
}

/** The range in `address/length` or a single address as its own range; null where it is neither. */
export function parseCidr(text: string): Cidr | null {
  const [address, length, ...more] = text.split('/');
  const bytes = parseIp(address!);
  if (!bytes || more.length > 0 || (length !== undefined && !/^\d{1,3}$/.test(length))) return null;
  const prefixLength = length === undefined ? bytes.length * 8 : Number(length);
  return prefixLength <= bytes.length * 8 ? { bytes, prefixLength } : null;
}

/** Whether `address` lies in `range`; addresses of the other family never do. */
export function inCidr(address: IpBytes, range: Cidr): boolean {
  if (address.length !== range.bytes.length) return false;
  const whole = range.prefixLength >> 3;
  for (let i = 0; i < whole; i++) if (address[i] !== range.bytes[i]) return false;
  const rest = range.prefixLength & 7;
  return rest === 0 || (address[whole]! ^ range.bytes[whole]!) >> (8 - rest) === 0;
}

const MAPPED = Uint8Array.of(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff);

/** What limits per client count by: an IPv4 address, or the /64 of an IPv6 address, because one client has all of it. */
export function clientNetwork(address: string): string {
  const bytes = parseIp(address);
  if (!bytes || bytes.length === 4) return address;
  if (MAPPED.every((byte, at) => bytes[at] === byte)) return formatIp(bytes.subarray(12));
  return `${formatIp(bytes.map((byte, at) => (at < 8 ? byte : 0)))}/64`;
}

/** The network that tells people roughly where a client is: the /24 of an IPv4 address, the /48 of an IPv6 address; null for no address. */
export function widerNetwork(address: string): string | null {
  const bytes = parseIp(address);
  if (!bytes) return null;
  const plain = bytes.length === 16 && MAPPED.every((byte, at) => bytes[at] === byte) ? bytes.subarray(12) : bytes;
  const kept = plain.length === 4 ? 3 : 6;
  return `${formatIp(plain.map((byte, at) => (at < kept ? byte : 0)))}/${kept * 8}`;
}

function longestZeroRun(groups: readonly string[]): { at: number; length: number } {
  let best = { at: 0, length: 0 };
  for (let at = 0; at < groups.length; at++) {
    let length = 0;
    while (groups[at + length] === '0') length++;
    if (length > best.length) best = { at, length };
  }
  return best;
}
