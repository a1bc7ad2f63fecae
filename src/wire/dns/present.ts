import type { Rdata } from './rdata.ts';
import { typeName } from './types.ts';

/** Record data in presentation form (RFC 1035 §5.1), without the trailing dots of names; what is not read here as RFC 3597 §5 writes it. */
export function presentRdata(data: Rdata): string {
  switch (data.type) {
    case 'A': case 'AAAA': return data.address;
    case 'NS': case 'CNAME': case 'PTR': case 'DNAME': return data.target;
    case 'MX': return `${data.preference} ${data.exchange}`;
    case 'SOA': return `${data.mname} ${data.rname} ${data.serial} ${data.refresh} ${data.retry} ${data.expire} ${data.minimum}`;
    case 'TXT': return data.strings.map(quoted).join(' ');
    case 'DS': case 'CDS': return `${data.keyTag} ${data.algorithm} ${data.digestType} ${hex(data.digest)}`;
    case 'DNSKEY': case 'CDNSKEY': return `${data.flags} ${data.protocol} ${data.algorithm} ${Buffer.from(data.publicKey).toString('base64')}`;
    case 'RRSIG': return `${typeText(data.typeCovered)} ${data.algorithm} ${data.labels} ${data.originalTtl} ${timeText(data.expiration)} ${timeText(data.inception)} ${data.keyTag} ${data.signer} ${Buffer.from(data.signature).toString('base64')}`;
    case 'SRV': return `${data.priority} ${data.weight} ${data.port} ${data.target}`;
    case 'NSEC': return [data.next, ...data.types.map(typeText)].join(' ');
    case 'unknown': case 'malformed': return `\\# ${data.bytes.length} ${hex(data.bytes)}`.trimEnd();
    default: return data.type;
  }
}

function typeText(type: number): string {
  return typeName(type) ?? `TYPE${type}`;
}

/** `YYYYMMDDHHmmSS` (RFC 4034 §3.2). */
function timeText(epochSeconds: number): string {
  return new Date(epochSeconds * 1000).toISOString().replaceAll(/\D/g, '').slice(0, 14);
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}

/** RFC 1035 §5.1: what is not printable ASCII as `\\DDD`. */
function quoted(bytes: Uint8Array): string {
  const text = [...bytes].map(byte => {
    if (byte === 0x22 || byte === 0x5c) return `\\${String.fromCharCode(byte)}`;
    return byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : `\\${String(byte).padStart(3, '0')}`;
  });
  return `"${text.join('')}"`;
}
