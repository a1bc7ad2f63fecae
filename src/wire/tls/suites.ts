import type { VersionName } from './hello.ts';
import { suites13, suitesOlder, type Suite } from './suite-list.ts';

const names = new Map([...suites13, ...suitesOlder]);
const codesOf = (suites: readonly Suite[]) => suites.map(([code]) => code);
const older = codesOf(suitesOlder);

/** The numbers of the suites that a server may choose in each version. */
export const suitesOf: Readonly<Record<VersionName, readonly number[]>> = {
  SSLv3: older.filter(isOfOldVersions), TLSv1: older.filter(isOfOldVersions), 'TLSv1.1': older.filter(isOfOldVersions), 'TLSv1.2': older, 'TLSv1.3': codesOf(suites13),
};

/** The name of a suite by its number, `0xC0FF` where it has none. */
export function suiteName(code: number): string {
  return names.get(code) ?? `0x${code.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Whether the key exchange is ephemeral Diffie-Hellman over a curve, without a pre-shared key (RFC 8422 §2). */
export function isEphemeralCurve(code: number): boolean {
  return /^TLS_ECDH(E_(RSA|ECDSA)|_anon)_/.test(suiteName(code));
}

/** Whether it is ephemeral Diffie-Hellman over a finite field, without a pre-shared key (RFC 5246 §7.4.3). */
export function isEphemeralField(code: number): boolean {
  return /^TLS_DH(E_(RSA|DSS)|_anon)_/.test(suiteName(code));
}

/** Below TLS 1.2 there is neither authenticated encryption nor a newer hash (RFC 5246 §1.2). */
function isOfOldVersions(code: number): boolean {
  return !/_(GCM|CCM|CCM_8|POLY1305|OMAC)|_SHA(256|384)$/.test(suiteName(code));
}
