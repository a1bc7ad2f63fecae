import type { CheckResult } from '../api/types.ts';

type Dnssec = CheckResult['records']['dnssec'];

/** IANA, DNSSEC Algorithm Numbers, as of 2026. */
const algorithms: Readonly<Record<number, string>> = {
  1: 'RSA/MD5', 3: 'DSA', 5: 'RSA/SHA-1', 6: 'DSA-NSEC3', 7: 'RSA/SHA-1-NSEC3', 8: 'RSA/SHA-256', 10: 'RSA/SHA-512', 12: 'GOST', 13: 'ECDSA P-256', 14: 'ECDSA P-384',
  15: 'Ed25519', 16: 'Ed448', 17: 'SM2', 23: 'GOST 2012',
};
/** IANA, DS RR Type Digest Algorithms, as of 2026. */
const digests: Readonly<Record<number, string>> = { 1: 'SHA-1', 2: 'SHA-256', 3: 'GOST', 4: 'SHA-384', 5: 'GOST 2012', 6: 'SM3' };

/** The secure entry point flag of a key (RFC 4034 §2.1.1). */
const SEP = 1;

export interface KeyShown {
  role: 'KSK' | 'ZSK';
  keyTag: number;
  algorithm: string;
  bits: number | null;
}

export interface DsShown {
  keyTag: number;
  digest: string;
  /** Whether a key of the zone has its tag and algorithm. */
  fits: boolean;
}

/** The keys of the zone, those that the parent zone vouches for first. */
export function keysOf({ keys }: Dnssec): KeyShown[] {
  return keys
    .map(({ keyTag, algorithm, flags, bits }): KeyShown => ({ role: (flags & SEP) === SEP ? 'KSK' : 'ZSK', keyTag, algorithm: nameOf(algorithm), bits }))
    .toSorted((a, b) => a.role.localeCompare(b.role) || a.keyTag - b.keyTag);
}

/** The DS records at the parent zone, and whether each fits a key. */
export function dsOf({ ds, keys }: Dnssec): DsShown[] {
  return ds.map(({ keyTag, algorithm, digestType }) => ({
    keyTag,
    digest: digests[digestType] ?? String(digestType),
    fits: keys.some(key => key.keyTag === keyTag && key.algorithm === algorithm),
  }));
}

function nameOf(algorithm: number): string {
  return algorithms[algorithm] ?? `algorithm ${algorithm}`;
}
