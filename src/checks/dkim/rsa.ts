/** What decides whether an RSA key can be used; `weakness` is a phrase, null where the numbers are sane. */
export interface RsaPublicKey {
  bits: number;
  weakness: string | null;
}

/** `rsaEncryption`, 1.2.840.113549.1.1.1 (RFC 8017 appendix A.1). */
const RSA_ENCRYPTION = Buffer.from('2a864886f70d010101', 'hex');
const INTEGER = 0x02;
const BIT_STRING = 0x03;
const OBJECT_IDENTIFIER = 0x06;
const SEQUENCE = 0x30;

/** The key in a DER SubjectPublicKeyInfo (RFC 5280 §4.1) or a bare PKCS#1 RSAPublicKey (RFC 8017 appendix A.1.1), or why there is none. */
export function readRsaPublicKey(bytes: Uint8Array): RsaPublicKey | { unreadable: string } {
  const outer = readElement(bytes);
  if (outer?.tag !== SEQUENCE) return { unreadable: 'the key is cut off or is no DER structure' };
  if (outer.rest.length > 0) return { unreadable: 'there are bytes after the key' };
  if (readElement(outer.content)?.tag === INTEGER) return readNumbers(outer.content);
  const algorithm = readElement(outer.content);
  const identifier = algorithm?.tag === SEQUENCE ? readElement(algorithm.content) : null;
  if (!algorithm || identifier?.tag !== OBJECT_IDENTIFIER) return { unreadable: 'the key names no algorithm' };
  if (!RSA_ENCRYPTION.equals(identifier.content)) return { unreadable: 'the key is not an RSA key' };
  const wrapped = readElement(algorithm.rest);
  const inner = wrapped?.tag === BIT_STRING && wrapped.content[0] === 0 ? readElement(wrapped.content.subarray(1)) : null;
  return inner?.tag === SEQUENCE ? readNumbers(inner.content) : { unreadable: 'the RSA numbers cannot be read' };
}

function readNumbers(sequence: Uint8Array): RsaPublicKey | { unreadable: string } {
  const modulus = readElement(sequence);
  const exponent = modulus?.tag === INTEGER ? readElement(modulus.rest) : null;
  if (!modulus || exponent?.tag !== INTEGER) return { unreadable: 'the RSA numbers cannot be read' };
  return { bits: bitLength(modulus.content), weakness: weaknessOf(modulus.content, exponent.content) };
}

/** RFC 8017 §3.1: n is a product of odd primes, e is odd and lies between 3 and n - 1. */
function weaknessOf(modulus: Uint8Array, exponent: Uint8Array): string | null {
  if (bitLength(modulus) === 0) return 'the modulus is zero';
  if (isNegative(modulus)) return 'the modulus is negative';
  if (isEven(modulus)) return 'the modulus is even';
  if (isNegative(exponent) || bitLength(exponent) < 2) return 'the exponent is less than 3';
  if (isEven(exponent)) return 'the exponent is even';
  return bitLength(exponent) >= bitLength(modulus) ? 'the exponent is as long as the modulus' : null;
}

interface Element {
  tag: number;
  content: Uint8Array;
  rest: Uint8Array;
}

/** The first DER element of `bytes` (X.690 §8.1); null where it is cut off, longer than 16 MiB or of indefinite length. */
function readElement(bytes: Uint8Array): Element | null {
  const [tag, first] = bytes;
  if (tag === undefined || first === undefined) return null;
  const lengthBytes = first < 0x80 ? 0 : first & 0x7f;
  if (first === 0x80 || lengthBytes > 3) return null;
  const start = 2 + lengthBytes;
  const length = lengthBytes === 0 ? first : bytes.subarray(2, start).reduce((sum, byte) => sum * 256 + byte, 0);
  if (start + length > bytes.length) return null;
  return { tag, content: bytes.subarray(start, start + length), rest: bytes.subarray(start + length) };
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
