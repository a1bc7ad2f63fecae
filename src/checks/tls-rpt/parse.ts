import { trimBlanks } from '../blanks.ts';

/** A TLS reporting record (RFC 8460 §3). */
export interface TlsRptRecord {
  rua: readonly string[];
  /** What cannot be read. */
  faults: readonly string[];
}

const MAX_FIELDS = 50;

/** The name that holds the record (RFC 8460 §3). */
export function recordName(domain: string): string {
  return `_smtp._tls.${domain}`;
}

/** Whether a TXT record is meant for TLS reporting: others are passed over (RFC 8460 §3). */
export function isTlsRpt(text: string): boolean {
  return /^v=TLSRPTv1[ \t]*(;|$)/.test(text);
}

/** Whether a TXT record that is no TLS reporting record was plainly meant as one, such as `v=tlsrptv1; rua=…` or one in quotation marks. */
export function isMeantAsTlsRpt(text: string): boolean {
  return !isTlsRpt(text) && /^[\s\p{Cc}\p{Cf}\p{Pi}\p{Pf}"'`\\(„‚]{0,20}v\s{0,9}[=:]\s{0,9}tlsrpt/iu.test(text);
}

/** The record in `text`, or null where it is none; total on any input. */
export function parseTlsRpt(text: string): TlsRptRecord | null {
  if (!isTlsRpt(text)) return null;
  const fields = text.split(';', MAX_FIELDS).slice(1).map(trimBlanks).filter(field => field !== '');
  const faults = fields.filter(field => !/^[A-Za-z0-9][A-Za-z0-9_.-]{0,31}=\S/.test(field)).map(field => `"${field.slice(0, 60)}" is not a field and a value`);
  const values = fields.filter(field => field.startsWith('rua=')).map(field => field.slice('rua='.length));
  if (values.length > 1) faults.push('rua is given twice');
  return { rua: (values[0] ?? '').split(',', MAX_FIELDS).map(trimBlanks).filter(uri => uri !== ''), faults };
}

/** Whether reports can be sent to `uri`: a mailto: or https: URI (RFC 8460 §3). */
export function isUsable(uri: string): boolean {
  return /^mailto:[^@\s,!]{1,256}@([a-z0-9-]{1,63}\.)+[a-z0-9-]{1,63}(\?\S*)?$/i.test(uri) || (/^https:\/\/[^\s/]/i.test(uri) && URL.canParse(uri));
}
