/** What IANA's registry advises for signing. `unknown` ones are verified by hardly any resolver, so that the zone counts as unsigned. */
export type Use = 'good' | 'discouraged' | 'forbidden' | 'unknown';

/** IANA "DNS Security Algorithm Numbers", 2026-11 (RFC 9904; RFC 9905 for SHA-1, RFC 9906 for GOST). */
const algorithms: Readonly<Record<number, { name: string; use: Use }>> = {
  1: { name: 'RSAMD5', use: 'forbidden' },
  3: { name: 'DSA', use: 'forbidden' },
  5: { name: 'RSASHA1', use: 'forbidden' },
  6: { name: 'DSA-NSEC3-SHA1', use: 'forbidden' },
  7: { name: 'RSASHA1-NSEC3-SHA1', use: 'forbidden' },
  8: { name: 'RSASHA256', use: 'good' },
  10: { name: 'RSASHA512', use: 'discouraged' },
  12: { name: 'ECC-GOST', use: 'forbidden' },
  13: { name: 'ECDSAP256SHA256', use: 'good' },
  14: { name: 'ECDSAP384SHA384', use: 'good' },
  15: { name: 'ED25519', use: 'good' },
  16: { name: 'ED448', use: 'good' },
  17: { name: 'SM2SM3', use: 'unknown' },
  23: { name: 'ECC-GOST12', use: 'unknown' },
};

/** IANA "DNSSEC Delegation Signer (DS) Resource Record (RR) Type Digest Algorithms", 2026-11. */
const digests: Readonly<Record<number, { name: string; use: Use }>> = {
  1: { name: 'SHA-1', use: 'forbidden' },
  2: { name: 'SHA-256', use: 'good' },
  3: { name: 'GOST R 34.11-94', use: 'forbidden' },
  4: { name: 'SHA-384', use: 'good' },
  5: { name: 'GOST R 34.11-2012', use: 'unknown' },
  6: { name: 'SM3', use: 'unknown' },
};

/** The algorithm of keys and signatures by its number. */
export function algorithmOf(number: number): { name: string; use: Use } {
  return algorithms[number] ?? { name: `algorithm ${number}`, use: 'unknown' };
}

/** The digest of DS records by its number. */
export function digestOf(number: number): { name: string; use: Use } {
  return digests[number] ?? { name: `digest ${number}`, use: 'unknown' };
}

const RSA = new Set([1, 5, 7, 8, 10]);

export function isRsa(algorithm: number): boolean {
  return RSA.has(algorithm);
}
