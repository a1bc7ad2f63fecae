import { createHash } from 'node:crypto';
import type { RecordData } from '../../core/lookup.ts';

/** When a signature in presentation form expires, epoch seconds (RFC 4034 §3.2); null where that cannot be read. */
export function parseSignatureTime(rrsig: string): number | null {
  const [, year, month, day, hour, minute, second] = /^(?:\S+ ){4}(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d) /.exec(rrsig) ?? [];
  if (second === undefined) return null;
  const time = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second)) / 1000;
  return Number.isFinite(time) ? time : null;
}

/** The DS record of a key with SHA-256, as it is entered at a registrar (RFC 4034 §5.1.4, RFC 4509). */
export function dsRecordOf(zone: string, key: RecordData['DNSKEY']): { name: string; type: string; value: string } {
  return { name: zone, type: 'DS', value: `${key.keyTag} ${key.algorithm} 2 ${digestOfKey(zone, key, 'sha256').toUpperCase()}` };
}

/** Whether the DS record is the digest of `key`; of digests that are not computed here tag and algorithm decide. */
export function isDigestOf(ds: RecordData['DS'], zone: string, key: RecordData['DNSKEY']): boolean {
  const hash = HASHES[ds.digestType];
  return ds.keyTag === key.keyTag && ds.algorithm === key.algorithm && (hash === undefined || digestOfKey(zone, key, hash) === ds.digest);
}

/** By IANA's number of the digest type. */
const HASHES: Readonly<Record<number, string>> = { 1: 'sha1', 2: 'sha256', 4: 'sha384' };

function digestOfKey(zone: string, { flags, protocol, algorithm, publicKey }: RecordData['DNSKEY'], hash: string): string {
  const labels = zone.split('.').flatMap(label => [label.length, ...Buffer.from(label, 'latin1')]);
  const rdata = [flags >> 8, flags & 0xff, protocol, algorithm, ...Buffer.from(publicKey, 'base64')];
  return createHash(hash).update(Uint8Array.from([...labels, 0, ...rdata])).digest('hex');
}
