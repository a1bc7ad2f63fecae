import { createPublicKey, hash, verify, type KeyObject } from 'node:crypto';
import type { Rdata } from '../rdata.ts';
import type { ReasonCode, SignatureFault } from './reasons.ts';

export type Dnskey = Extract<Rdata, { type: 'DNSKEY' }>;

interface Algorithm {
  /** Null where the algorithm hashes by itself. */
  hash: 'sha1' | 'sha256' | 'sha384' | 'sha512' | null;
  kind: 'RSA' | 'EC' | 'OKP';
  /** Of the key and of the signature, in bytes; RSA has any. */
  fixed?: { curve: string; keyBytes: number; signatureBytes: number; bits: number; name: 'ECDSA256' | 'ECDSA384' | 'ED25519' | 'ED448' };
}

/**
 * What is verified here, by number (IANA "DNS Security Algorithm Numbers", 2026-11). RFC 9905 asks operators to take 5 and 7
 * for unsupported; the resolvers in use still verify them and refuse what does not hold, so that is what a domain meets and what is reported here.
 */
const algorithms: Readonly<Record<number, Algorithm>> = {
  5: { kind: 'RSA', hash: 'sha1' },
  7: { kind: 'RSA', hash: 'sha1' },
  8: { kind: 'RSA', hash: 'sha256' },
  10: { kind: 'RSA', hash: 'sha512' },
  13: { kind: 'EC', hash: 'sha256', fixed: { curve: 'P-256', keyBytes: 64, signatureBytes: 64, bits: 256, name: 'ECDSA256' } },
  14: { kind: 'EC', hash: 'sha384', fixed: { curve: 'P-384', keyBytes: 96, signatureBytes: 96, bits: 384, name: 'ECDSA384' } },
  15: { kind: 'OKP', hash: null, fixed: { curve: 'Ed25519', keyBytes: 32, signatureBytes: 64, bits: 256, name: 'ED25519' } },
  16: { kind: 'OKP', hash: null, fixed: { curve: 'Ed448', keyBytes: 57, signatureBytes: 114, bits: 456, name: 'ED448' } },
};

/** RFC 3110 §2 ends at 4096 bits; below 512 no library signs. An exponent above 35 bits only costs time. */
const RSA_BITS = { least: 512, most: 4096, exponent: 35 };

const digests: Readonly<Record<number, { hash: string; bytes: number }>> = {
  1: { hash: 'sha1', bytes: 20 },
  2: { hash: 'sha256', bytes: 32 },
  4: { hash: 'sha384', bytes: 48 },
};

export function isKnownAlgorithm(algorithm: number): boolean {
  return algorithm in algorithms;
}

export function isKnownDigest(digestType: number): boolean {
  return digestType in digests;
}

/** The digest of a key as its DS has it (RFC 4034 §5.1.4), of a type that is known; `owner` and `rdata` in wire form. */
export function digestOf(owner: Uint8Array, rdata: Uint8Array, digestType: number): Buffer {
  return hash(digests[digestType]!.hash, Buffer.concat([owner, rdata]), 'buffer');
}

/** The size of a key: of the modulus for RSA, of the curve for others; null where it cannot be determined. */
export function keyBits({ algorithm, publicKey }: Pick<Dnskey, 'algorithm' | 'publicKey'>): number | null {
  const known = algorithms[algorithm];
  if (known?.fixed) return known.fixed.bits;
  if (known?.kind !== 'RSA') return null;
  const parts = rsaParts(publicKey);
  return parts && bitLength(parts.modulus);
}

/** A key ready to verify with, or what is wrong with it. */
export function importKey({ algorithm, publicKey }: Dnskey): KeyObject | ReasonCode {
  const { kind, fixed } = algorithms[algorithm]!;
  if (publicKey.length === 0) return 'DNSKEY_ZERO_LENGTH';
  if (fixed && publicKey.length !== fixed.keyBytes) return `DNSKEY_BAD_LENGTH_${fixed.name}`;
  if (!fixed && !isSaneRsa(publicKey)) return 'DNSKEY_BAD_LENGTH_RSA';
  try {
    return createPublicKey({ key: jwkOf(kind, publicKey, fixed?.curve), format: 'jwk' });
  } catch {
    return 'SIGNATURE_INVALID';
  }
}

/** Whether a signature has a length that its algorithm never makes; null where it has not. */
export function lengthFault(algorithm: number, signature: Uint8Array): SignatureFault | null {
  const fixed = algorithms[algorithm]?.fixed;
  return fixed && signature.length !== fixed.signatureBytes ? `RRSIG_BAD_LENGTH_${fixed.name}` : null;
}

/** Whether `signature` over `data` is by the private half of `key`. */
export function isSignedBy(key: KeyObject, algorithm: number, data: Uint8Array, signature: Uint8Array): boolean {
  const { hash } = algorithms[algorithm]!;
  try {
    return verify(hash, data, { key, dsaEncoding: 'ieee-p1363' }, signature);
  } catch {
    return false;
  }
}

function jwkOf(kind: Algorithm['kind'], publicKey: Uint8Array, curve = ''): Record<string, string> {
  const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
  if (kind === 'OKP') return { kty: kind, crv: curve, x: text(publicKey) };
  if (kind === 'EC') return { kty: kind, crv: curve, x: text(publicKey.subarray(0, publicKey.length / 2)), y: text(publicKey.subarray(publicKey.length / 2)) };
  const { exponent, modulus } = rsaParts(publicKey)!;
  return { kty: kind, n: text(modulus), e: text(exponent) };
}

/** RFC 3110 §2: the length of the exponent in one byte, or in two behind a zero. */
function rsaParts(publicKey: Uint8Array): { exponent: Uint8Array; modulus: Uint8Array } | null {
  const long = publicKey[0] === 0;
  const start = long ? 3 : 1;
  if (publicKey.length <= start) return null;
  const length = long ? (publicKey[1]! << 8) | publicKey[2]! : publicKey[0]!;
  const [exponent, modulus] = [publicKey.subarray(start, start + length), publicKey.subarray(start + length)];
  return length > 0 && modulus.length > 0 ? { exponent, modulus } : null;
}

function isSaneRsa(publicKey: Uint8Array): boolean {
  const parts = rsaParts(publicKey);
  if (!parts) return false;
  const bits = bitLength(parts.modulus);
  return bits >= RSA_BITS.least && bits <= RSA_BITS.most && bitLength(parts.exponent) <= RSA_BITS.exponent && bitLength(parts.exponent) > 0;
}

function bitLength(bytes: Uint8Array): number {
  const first = bytes.findIndex(byte => byte !== 0);
  return first < 0 ? 0 : (bytes.length - first) * 8 - Math.clz32(bytes[first]!) + 24;
}
