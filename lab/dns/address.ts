import { isIPv4, isIPv6 } from 'node:net';

/** The 4 or 16 bytes of an address in text form, or null. */
export function addressBytes(text: string): Buffer | null {
  if (isIPv4(text)) return Buffer.from(text.split('.').map(Number));
  if (!isIPv6(text) || text.includes('%')) return null;
  const [head = '', tail] = canonicalIpv6(text).split('::');
  const before = head.split(':').filter(Boolean);
  const after = tail?.split(':').filter(Boolean) ?? [];
  const groups = [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after];
  return Buffer.from(groups.map(group => group.padStart(4, '0')).join(''), 'hex');
}

/** The one way to write an address (RFC 5952); other text stays as it is. */
export function canonicalAddress(text: string): string {
  const bytes = addressBytes(text);
  return bytes ? addressText(bytes) : text;
}

/** IPv4 in dotted quads, IPv6 as RFC 5952 writes it. */
export function addressText(bytes: Uint8Array): string {
  if (bytes.length === 4) return bytes.join('.');
  return canonicalIpv6(Buffer.from(bytes).toString('hex').replace(/(.{4})(?!$)/g, '$1:'));
}

function canonicalIpv6(text: string): string {
  return new URL(`http://[${text}]`).hostname.slice(1, -1);
}
