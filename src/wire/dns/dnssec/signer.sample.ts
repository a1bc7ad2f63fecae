import { createHash, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { keyTagOf } from '../key-tag.ts';
import { decode, encodeQuery, type Message } from '../message.ts';
import { nameBytes, replyTo, u16, u32, type RecordToWrite, type ReplyToWrite } from '../testing/packets.ts';
import { typeCodes, type TypeName } from '../types.ts';
import { base32hex, nsec3Hash } from './nsec3.ts';

/** The moment at which all that is signed here is valid. */
export const NOW_SECONDS = Date.UTC(2026, 10, 22) / 1000;
const DAY = 86_400;

/** A zone key with its private half. */
export interface TestKey {
  algorithm: number;
  rdata: Buffer;
  tag: number;
  sign(data: Uint8Array): Buffer;
}

type Made = { publicKey: KeyObject; privateKey: KeyObject };

const HASHES: Readonly<Record<number, string>> = { 5: 'sha1', 7: 'sha1', 8: 'sha256', 10: 'sha512', 13: 'sha256', 14: 'sha384' };

export function makeKey(algorithm = 13, flags = 257): TestKey {
  const { publicKey, privateKey } = pairOf(algorithm);
  const rdata = Buffer.concat([Uint8Array.from([...u16(flags), 3, algorithm]), publicBytes(algorithm, publicKey)]);
  const tag = keyTagOf({ flags, protocol: 3, algorithm, publicKey: rdata.subarray(4) });
  return { algorithm, rdata, tag, sign: data => sign(HASHES[algorithm] ?? null, data, { key: privateKey, dsaEncoding: 'ieee-p1363' }) };
}

function pairOf(algorithm: number): Made {
  if (algorithm === 13) return generateKeyPairSync('ec', { namedCurve: 'P-256' });
  if (algorithm === 14) return generateKeyPairSync('ec', { namedCurve: 'P-384' });
  if (algorithm === 15) return generateKeyPairSync('ed25519');
  if (algorithm === 16) return generateKeyPairSync('ed448');
  return generateKeyPairSync('rsa', { modulusLength: 1024 });
}

function publicBytes(algorithm: number, key: KeyObject): Buffer {
  const part = (name: 'x' | 'y' | 'n' | 'e') => Buffer.from(key.export({ format: 'jwk' })[name] ?? '', 'base64url');
  if (algorithm <= 10) return Buffer.concat([Uint8Array.of(part('e').length), part('e'), part('n')]);
  return Buffer.concat([part('x'), part('y')]);
}

/** How a signature departs from what is right. */
export interface Departure {
  signer?: string;
  labels?: number;
  inception?: number;
  expiration?: number;
  tag?: number;
  algorithm?: number;
  originalTtl?: number;
  /** Changes the signature after it was made. */
  corrupt?: boolean;
  signature?: Buffer;
}

/** `records`, all of one name and type, and the signature of `zone` over them; written from RFC 4034 §3.1.8.1 alone. */
export function signed(records: readonly RecordToWrite[], zone: string, key: TestKey, departure: Departure = {}): RecordToWrite[] {
  return [...records, signatureOf(records, zone, key, departure)];
}

export function signatureOf(records: readonly RecordToWrite[], zone: string, key: TestKey, departure: Departure = {}): RecordToWrite {
  const { name, type, ttlSeconds = 300 } = records[0]!;
  const code = typeof type === 'number' ? type : typeCodes[type];
  const labels = name.split('.').filter(label => label !== '' && label !== '*').length;
  const { signer = zone, inception = NOW_SECONDS - DAY, expiration = NOW_SECONDS + 20 * DAY, originalTtl = ttlSeconds } = departure;
  const head = Uint8Array.from([
    ...u16(code), departure.algorithm ?? key.algorithm, departure.labels ?? labels,
    ...[originalTtl, expiration, inception].flatMap(u32), ...u16(departure.tag ?? key.tag), ...nameBytes(signer),
  ]);
  const rows = records.map(({ data }) => Buffer.from(data)).toSorted(Buffer.compare)
    .map(data => Buffer.concat([Uint8Array.from([...nameBytes(name.toLowerCase()), ...u16(code), ...u16(1), ...u32(originalTtl), ...u16(data.length)]), data]));
  const signature = departure.signature ?? key.sign(Buffer.concat([head, ...rows]));
  if (departure.corrupt) signature[5]! ^= 1;
  return { name, type: 'RRSIG', ttlSeconds, data: Buffer.concat([head, signature]) };
}

export function dnskey(zone: string, ...keys: readonly TestKey[]): RecordToWrite[] {
  return keys.map(({ rdata }) => ({ name: zone, type: 'DNSKEY', data: rdata }));
}

export function ds(zone: string, key: TestKey, digestType = 2, wrong = false): RecordToWrite {
  const hash = { 1: 'sha1', 2: 'sha256', 4: 'sha384' }[digestType] ?? 'sha256';
  const digest = createHash(hash).update(Uint8Array.from(nameBytes(zone))).update(key.rdata).digest();
  if (wrong) digest[0]! ^= 1;
  return { name: zone, type: 'DS', data: Buffer.concat([Uint8Array.from([...u16(key.tag), key.algorithm, digestType]), digest]) };
}

export function nsec(owner: string, next: string, ...types: TypeName[]): RecordToWrite {
  return { name: owner, type: 'NSEC', data: [...nameBytes(next), ...bitmap(types)] };
}

/** The NSEC3 at the hash of `name`, or with `around` the one whose span has this hash in it and nothing else. */
export function nsec3(zone: string, name: string, types: readonly TypeName[], { iterations = 0, optOut = false, around = false } = {}): RecordToWrite {
  const salt = new Uint8Array(0);
  const start = moved(nsec3Hash(name, iterations, salt), around ? -1 : 0);
  const end = moved(nsec3Hash(name, iterations, salt), 1);
  return { name: `${base32hex(start)}.${zone}`, type: 'NSEC3', data: [1, optOut ? 1 : 0, ...u16(iterations), 0, end.length, ...end, ...bitmap(types)] };
}

function moved(hash: Uint8Array, by: number): Uint8Array {
  const number = BigInt(`0x${Buffer.from(hash).toString('hex')}`) + BigInt(by);
  return Buffer.from(number.toString(16).padStart(40, '0'), 'hex');
}

/** RFC 4034 §4.1.2. */
function bitmap(types: readonly TypeName[]): number[] {
  const windows = Map.groupBy(types.map(type => typeCodes[type]), code => code >> 8);
  return [...windows].toSorted(([a], [b]) => a - b).flatMap(([window, codes]) => {
    const bytes = new Uint8Array((Math.max(...codes) & 0xff) / 8 + 1);
    for (const code of codes) bytes[(code & 0xff) >> 3]! |= 0x80 >> (code & 7);
    return [window, bytes.length, ...bytes];
  });
}

/** A reply as it is read from the wire. */
export function message(reply: ReplyToWrite): Message {
  const query = encodeQuery({ name: '', type: 1 }, { id: 1, recursionDesired: true, edns: null })!;
  const read = decode(replyTo(query, reply));
  if ('malformed' in read) throw new Error(read.malformed);
  return read;
}
