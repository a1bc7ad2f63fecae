import type { FixRecord } from '../fixes.ts';
import { isMeantAsTlsRpt, isTlsRpt, isUsable, recordName } from './parse.ts';

const MAX_CHARACTERS = 4096;

/** One record that names every address of the texts, or the usual one where they name none; undefined where an address cannot be read. */
export function repairedTlsRpt(domain: string, texts: readonly string[]): FixRecord | undefined {
  const uris = [...new Set(texts.flatMap(urisIn))];
  const value = `v=TLSRPTv1; rua=${uris.length > 0 ? uris.join(',') : `mailto:tls-reports@${domain}`}`;
  return texts.every(text => text.length <= MAX_CHARACTERS) && uris.every(isUsable) ? { name: recordName(domain), type: 'TXT', value } : undefined;
}

/** The addresses of all fields, also of those that are separated by semicolon or blank. */
function urisIn(text: string): string[] {
  const words = text.replaceAll(/["'`\\\p{Pi}\p{Pf}„‚]/gu, '').replaceAll(/(mailto:|rua ?[=:]) +/gi, '$1').split(/[;,\s]+/);
  return words.map(word => word.replace(/^rua=/i, '')).filter(word => /[@:]/.test(word) && !/^v[=:]/i.test(word)).map(word => (/^[^:@]+@[^:@]+$/.test(word) ? `mailto:${word}` : word));
}

/** Whether a TXT record belongs to TLS reporting or was meant to. */
export function resemblesTlsRpt(text: string): boolean {
  return isTlsRpt(text) || isMeantAsTlsRpt(text);
}
