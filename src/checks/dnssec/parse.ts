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
export function dsRecordOf(zone: string, { flags, protocol, algorithm, publicKey, keyTag }: RecordData['DNSKEY']): { name: string; type: string; value: string } {
  const labels = zone.split('.').flatMap(label => [label.length, ...Buffer.from(label, 'latin1')]);
  const rdata = [flags >> 8, flags & 0xff, protocol, algorithm, ...Buffer.from(publicKey, 'base64')];
  const digest = createHash('sha256').update(Uint8Array.from([...labels, 0, ...rdata])).digest('hex');
  return { name: zone, type: 'DS', value: `${keyTag} ${algorithm} 2 ${digest.toUpperCase()}` };
}
