import { readElement, TAG } from '../../core/der.ts';

/** What decides whether an RSA key can be used; `weakness` is a phrase, null where the numbers are sane. */
export interface RsaPublicKey {
  bits: number;
  weakness: string | null;
}

/** `rsaEncryption`, 1.2.840.113549.1.1.1 (RFC 8017 appendix A.1). */
const RSA_ENCRYPTION = Buffer.from('2a864886f70d010101', 'hex');

/** The odd primes below 1000: a modulus with such a factor was damaged, or made to be broken. */
const SMALL_PRIMES = Array.from({ length: 499 }, (_, i) => 2 * i + 3).filter(n => !Array.from({ length: 15 }, (_, i) => 2 * i + 3).some(d => d < n && n % d === 0)).map(BigInt);

const MAX_MODULUS_BYTES = 2048;

/** The key in a DER SubjectPublicKeyInfo (RFC 5280 §4.1) or a bare PKCS#1 RSAPublicKey (RFC 8017 appendix A.1.1), or why there is none. */
export function readRsaPublicKey(bytes: Uint8Array): RsaPublicKey | { unreadable: string } {
  const outer = readElement(bytes);
  if (outer?.tag !== TAG.sequence) return { unreadable: 'the key is cut off or is no DER structure' };
  if (outer.rest.length > 0) return { unreadable: 'there are bytes after the key' };
  if (readElement(outer.content)?.tag === TAG.integer) return readNumbers(outer.content);
  const algorithm = readElement(outer.content);
  const identifier = algorithm?.tag === TAG.sequence ? readElement(algorithm.content) : null;
  if (!algorithm || identifier?.tag !== TAG.objectIdentifier) return { unreadable: 'the key names no algorithm' };
  if (!RSA_ENCRYPTION.equals(identifier.content)) return { unreadable: 'the key is not an RSA key' };
  const wrapped = readElement(algorithm.rest);
  const inner = wrapped?.tag === TAG.bitString && wrapped.content[0] === 0 ? readElement(wrapped.content.subarray(1)) : null;
  return inner?.tag === TAG.sequence ? readNumbers(inner.content) : { unreadable: 'the RSA numbers cannot be read' };
}

function readNumbers(sequence: Uint8Array): RsaPublicKey | { unreadable: string } {
  const modulus = readElement(sequence);
  const exponent = modulus?.tag === TAG.integer ? readElement(modulus.rest) : null;
  if (!modulus || exponent?.tag !== TAG.integer) return { unreadable: 'the RSA numbers cannot be read' };
  return { bits: bitLength(modulus.content), weakness: weaknessOf(modulus.content, exponent.content) };
}

/** RFC 8017 §3.1: n is a product of odd primes, e is odd and lies between 3 and n - 1. */
function weaknessOf(modulus: Uint8Array, exponent: Uint8Array): string | null {
  if (bitLength(modulus) === 0) return 'the modulus is zero';
  if (isNegative(modulus)) return 'the modulus is negative';
  if (isEven(modulus)) return 'the modulus is even';
  if (isNegative(exponent) || bitLength(exponent) < 2) return 'the exponent is less than 3';
  if (isEven(exponent)) return 'the exponent is even';
  if (bitLength(exponent) >= bitLength(modulus)) return 'the exponent is as long as the modulus';
  const factor = smallFactorOf(modulus);
  return factor === null ? null : `the modulus can be divided by ${factor}`;
}

/** Of moduli that nobody can check in time nothing is said. */
function smallFactorOf(modulus: Uint8Array): bigint | null {
  if (modulus.length > MAX_MODULUS_BYTES) return null;
  const number = BigInt(`0x${Buffer.from(modulus).toString('hex')}`);
  return SMALL_PRIMES.find(prime => number % prime === 0n) ?? null;
}

function bitLength(integer: Uint8Array): number {
  const first = integer.findIndex(byte => byte !== 0);
  return first < 0 ? 0 : (integer.length - first) * 8 - (Math.clz32(integer[first]!) - 24);
}

function isEven(integer: Uint8Array): boolean {
  return (integer.at(-1)! & 1) === 0;
}

function isNegative(integer: Uint8Array): boolean {
  return (integer[0]! & 0x80) !== 0;
}
