import { createECDH, createHash, createHmac, createPrivateKey, sign, type KeyObject } from 'node:crypto';
import type { DigestPlan, KeyPlan, Signing } from './dnssec.ts';
import { rsaPrimes } from './dnssec-rsa.ts';
import { nameBytes } from './name.ts';

const REVOKE = 0x0080;
const RSA_EXPONENT = 65_537n;
/** Hash names of node:crypto by digest type (IANA "DS RR Type Digest Algorithms"). */
const digestHashes: Readonly<Record<number, string>> = { 1: 'sha1', 2: 'sha256', 4: 'sha384' };
const rsaHashes: Readonly<Record<number, string>> = { 5: 'sha1', 7: 'sha1', 8: 'sha256', 10: 'sha512' };
const curves: Readonly<Record<number, { ecdh: string; crv: string; hash: string; bytes: number }>> = {
  13: { ecdh: 'prime256v1', crv: 'P-256', hash: 'sha256', bytes: 32 },
  14: { ecdh: 'secp384r1', crv: 'P-384', hash: 'sha384', bytes: 48 },
};
/** What stands before the private key in PKCS #8 (RFC 8410 §7). */
const edwards: Readonly<Record<number, { head: string; bytes: number }>> = {
  15: { head: '302e020100300506032b657004220420', bytes: 32 },
  16: { head: '3047020100300506032b6571043b0439', bytes: 57 },
};

/** A key of a zone. */
export interface ZoneKey {
  plan: KeyPlan;
  /** The data of its DNSKEY record, and of those of its twins. */
  dnskey: Buffer;
  twins: readonly Buffer[];
  tag: number;
  sign: (data: Buffer) => Buffer;
}

/** A public key as DNSKEY has it, and what signs with it. */
interface Pair {
  publicKey: Buffer;
  sign: (data: Buffer) => Buffer;
}

/** The keys of one zone and the records that follow from them; each is made when it is first needed. */
export class ZoneKeys {
  readonly signing: Signing;
  readonly #origin: string;
  readonly #seed: number;
  #all: readonly ZoneKey[] | null = null;

  constructor(origin: string, signing: Signing, seed: number) {
    this.#origin = origin;
    this.signing = signing;
    this.#seed = seed;
  }

  /** Whether the zone has keys or signatures. */
  get signed(): boolean {
    return this.signing.keys.some(({ published, signs }) => published || signs);
  }

  get all(): readonly ZoneKey[] {
    this.#all ??= this.signing.keys.map((plan, i) => zoneKey(plan, i, plan.seed ?? `${this.#seed} ${this.#origin} ${plan.name}`));
    return this.#all;
  }

  get dnskeys(): Buffer[] {
    return this.all.filter(({ plan }) => plan.published).flatMap(({ dnskey, twins }) => [...twins, dnskey]);
  }

  get ds(): Buffer[] {
    return this.signing.ds.map(plan => this.#digest(plan));
  }

  get cds(): Buffer[] {
    return this.signing.cds.map(plan => (plan.key === 'delete' ? Buffer.alloc(5) : this.#digest(plan)));
  }

  get cdnskeys(): Buffer[] {
    return this.signing.cdnskey.map(key => (key === 'delete' ? Buffer.of(0, 0, 3, 0, 0) : this.#named(key).dnskey));
  }

  #named(name: string): ZoneKey {
    const key = this.all.find(({ plan }) => plan.name === name);
    if (!key) throw new Error(`${this.#origin || '.'}: there is no key ${name}.`);
    return key;
  }

  /** RFC 4034 §5.1. */
  #digest({ key: name, digest, algorithm, wrong }: DigestPlan): Buffer {
    const key = this.#named(name);
    const hash = createHash(digestHashes[digest] ?? 'sha256').update(nameBytes(this.#origin)).update(key.dnskey);
    if (wrong) hash.update('another key');
    return Buffer.concat([Buffer.of(key.tag >> 8, key.tag & 0xff, algorithm ?? key.plan.algorithm, digest), hash.digest()]);
  }
}

function zoneKey(plan: KeyPlan, at: number, seed: string): ZoneKey {
  const pair = pairOf(plan, at, seed);
  const flags = (plan.flags ?? (plan.role === 'zsk' ? 256 : 257)) | (plan.revoked ? REVOKE : 0);
  const head = Buffer.of(flags >> 8, flags & 0xff, plan.protocol, plan.algorithm);
  const dnskey = Buffer.concat([head, plan.cut ? pair.publicKey.subarray(0, -1) : pair.publicKey]);
  const tag = keyTagOf(dnskey);
  const twins = Array.from({ length: plan.twins }, (_, i) => twin(dnskey, tag, `${seed} ${i}`));
  return { plan, dnskey, twins, tag, sign: pair.sign };
}

function pairOf({ algorithm, bits }: KeyPlan, at: number, seed: string): Pair {
  if (rsaHashes[algorithm]) return rsaPair(bits, at, rsaHashes[algorithm]);
  if (curves[algorithm]) return curvePair(curves[algorithm], seed);
  if (edwards[algorithm]) return edwardsPair(edwards[algorithm], seed);
  return { publicKey: noise(seed, 64), sign: data => noise(data, 64) };
}

/** The keys of RSA are data: `at` chooses among those of the size (RFC 3110 §2). */
function rsaPair(bits: number, at: number, hash: string): Pair {
  const sized = rsaPrimes[bits];
  if (!sized) throw new Error(`The lab has no RSA keys of ${bits} bits.`);
  const [p, q] = Object.values(sized[at % sized.length]!).map(prime => BigInt(`0x${Buffer.from(prime, 'base64url').toString('hex')}`)) as [bigint, bigint];
  const d = inverse(RSA_EXPONENT, (p - 1n) * (q - 1n));
  const jwk = { kty: 'RSA', n: base64url(p * q), e: base64url(RSA_EXPONENT), d: base64url(d), p: base64url(p), q: base64url(q),
    dp: base64url(d % (p - 1n)), dq: base64url(d % (q - 1n)), qi: base64url(inverse(q, p)) };
  return { publicKey: Buffer.concat([Buffer.of(3), bigEndian(RSA_EXPONENT), bigEndian(p * q)]), sign: lazySigner({ key: jwk, format: 'jwk' }, (key, data) => sign(hash, data, key)) };
}

/** RFC 6605 §4. */
function curvePair({ ecdh, crv, hash, bytes }: { ecdh: string; crv: string; hash: string; bytes: number }, seed: string): Pair {
  const secret = noise(seed, bytes);
  secret[0]! &= 0x7f;
  const pair = createECDH(ecdh);
  pair.setPrivateKey(secret);
  const publicKey = pair.getPublicKey().subarray(1);
  const [x, y] = [publicKey.subarray(0, bytes), publicKey.subarray(bytes)].map(part => part.toString('base64url'));
  const jwk = { kty: 'EC', crv, x: x!, y: y!, d: secret.toString('base64url') };
  return { publicKey, sign: lazySigner({ key: jwk, format: 'jwk' }, (key, data) => sign(hash, data, { key, dsaEncoding: 'ieee-p1363' })) };
}

/** RFC 8080 §3. */
function edwardsPair({ head, bytes }: { head: string; bytes: number }, seed: string): Pair {
  const key = createPrivateKey({ key: Buffer.concat([Buffer.from(head, 'hex'), noise(seed, bytes)]), format: 'der', type: 'pkcs8' });
  return { publicKey: Buffer.from(key.export({ format: 'jwk' }).x!, 'base64url'), sign: data => sign(null, data, key) };
}

function lazySigner(key: Parameters<typeof createPrivateKey>[0], make: (key: KeyObject, data: Buffer) => Buffer): (data: Buffer) => Buffer {
  let read: KeyObject | null = null;
  return data => make(read ??= createPrivateKey(key), data);
}

/**
 * An RSA key of noise, as long as `dnskey` and with its tag: the tag is a sum, so that the last two bytes can make up for the rest.
 * What comes before the modulus stays.
 */
function twin(dnskey: Buffer, tag: number, seed: string): Buffer {
  for (let attempt = 0; ; attempt++) {
    const bytes = Buffer.concat([dnskey.subarray(0, 8), noise(`${seed} ${attempt}`, dnskey.length - 10), Buffer.of(0, 0)]);
    bytes[8]! |= 0x80;
    bytes.writeUInt16BE((tag - keyTagOf(bytes)) & 0xffff, bytes.length - 2);
    const odd = (bytes.at(-1)! & 1) === 1;
    if (odd && keyTagOf(bytes) === tag) return bytes;
  }
}

/** So many bytes that follow from `seed`. */
function noise(seed: string | Buffer, length: number): Buffer {
  const blocks = Array.from({ length: Math.ceil(length / 64) }, (_, i) => createHmac('sha512', seed).update(String(i)).digest());
  return Buffer.concat(blocks).subarray(0, length);
}

/** RFC 4034 appendix B. */
function keyTagOf(dnskey: Buffer): number {
  let sum = 0;
  for (const [i, byte] of dnskey.entries()) sum += i & 1 ? byte : byte << 8;
  return (sum + (sum >> 16)) & 0xffff;
}

function inverse(value: bigint, modulus: bigint): bigint {
  let [a, b, x, y] = [((value % modulus) + modulus) % modulus, modulus, 1n, 0n];
  while (b > 0n) [a, b, x, y] = [b, a % b, y, x - (a / b) * y];
  return ((x % modulus) + modulus) % modulus;
}

function bigEndian(value: bigint): Buffer {
  const hex = value.toString(16);
  return Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex');
}

function base64url(value: bigint): string {
  return bigEndian(value).toString('base64url');
}
