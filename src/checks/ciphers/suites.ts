import type { Severity } from '../../core/finding.ts';

/** Why a cipher suite must not be offered. */
export interface Weakness {
  severity: Extract<Severity, 'high' | 'medium'>;
  /** One of a list: "weak encryption: 3DES, RC4". */
  says: string;
}

/** By the names of IANA; the first that matches counts. */
const weaknesses: readonly (Weakness & { name: RegExp })[] = [
  { name: /_NULL_|^TLS_SHA(256|384)_/, severity: 'high', says: 'connections without encryption' },
  { name: /_anon_|^TLS_NULL_/, severity: 'high', says: 'connections without a certificate' },
  { name: /_EXPORT/, severity: 'high', says: 'encryption made weak for export' },
  { name: /_RC4_/, severity: 'high', says: 'RC4' },
  { name: /_RC2_|_DES40_|_DES_CBC/, severity: 'high', says: 'DES' },
  { name: /_3DES_/, severity: 'medium', says: '3DES' },
  { name: /_IDEA_|_28147_|_MAGMA_/, severity: 'medium', says: 'ciphers with small blocks' },
  { name: /_MD5$/, severity: 'medium', says: 'MD5' },
];

/** What is wrong with the suite; null where nothing is. */
export function weaknessOf(suite: string): Weakness | null {
  return weaknesses.find(({ name }) => name.test(suite)) ?? null;
}

/** Whether a key that is stolen later opens nothing that was recorded before: TLS 1.3 always, below it ephemeral Diffie-Hellman. */
export function hasForwardSecrecy(suite: string): boolean {
  return /^TLS_(EC)?DHE_|^TLS_(EC)?DH_anon_|^TLS_SRP_|^TLS_ECCPWD_/.test(suite) || !suite.includes('_WITH_') || /^TLS_GOSTR341112_256_WITH_.*_MGM_/.test(suite);
}

/** Whether the group is a hybrid with ML-KEM, which computers of the future do not break (RFC 10024). */
export function isHybrid(group: string): boolean {
  return /^(X25519|SecP256r1|SecP384r1)MLKEM/.test(group);
}

/** Curves below 224 bits (RFC 8422 §5.1.1 deprecates them). */
export function isWeakCurve(group: string): boolean {
  return /^sec[pt]1\d\d[kr]\d$/.test(group);
}
