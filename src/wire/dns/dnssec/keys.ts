import type { KeyObject } from 'node:crypto';
import type { RecordData } from '../../../core/lookup.ts';
import { keyTagOf } from '../key-tag.ts';
import { importKey, isKnownDigest, digestOf, type Dnskey } from './algorithms.ts';
import { wireOf } from './names.ts';
import type { ReasonCode } from './reasons.ts';
import type { RrSet } from './rrsets.ts';

/** RFC 4034 §2.1.1, RFC 5011 §7. */
const ZONE_KEY = 0x0100;
const REVOKED = 0x0080;
const PROTOCOL = 3;

/** One key of a zone; it is read when a signature is first tried with it. */
export interface Key {
  dnskey: Dnskey;
  tag: number;
  revoked: boolean;
  /** The key, or what is wrong with it; undefined as long as it was not needed. */
  imported?: KeyObject | ReasonCode;
}

/** Keys by tag and algorithm; several may share both. */
export type KeyRing = ReadonlyMap<string, readonly Key[]>;

/** The keys of a set that may sign in a zone at all, revoked ones included. */
export function keysIn(set: RrSet): Key[] {
  return set.records.map(({ data }) => data).filter(data => data.type === 'DNSKEY')
    .filter(({ flags, protocol }) => (flags & ZONE_KEY) !== 0 && protocol === PROTOCOL)
    .map(dnskey => ({ dnskey: ownBytes(dnskey), tag: keyTagOf(dnskey), revoked: (dnskey.flags & REVOKED) !== 0 }));
}

export function ringOf(keys: readonly Key[]): KeyRing {
  return Map.groupBy(keys, ({ tag, dnskey }) => ringKey(tag, dnskey.algorithm));
}

export function keysFor(ring: KeyRing, tag: number, algorithm: number): readonly Key[] {
  return ring.get(ringKey(tag, algorithm)) ?? [];
}

/** The key as it verifies, or what is wrong with it. */
export function readyKey(key: Key): KeyObject | ReasonCode {
  key.imported ??= importKey(key.dnskey);
  return key.imported;
}

/** How the keys of a zone stand to one DS: those it is the digest of, and whether another one only has its tag. */
export function keysOfDs(zone: string, keys: KeyRing, { keyTag, algorithm, digestType, digest }: RecordData['DS']): { matching: Key[]; sameTag: boolean } {
  const candidates = keysFor(keys, keyTag, algorithm);
  const matching = isKnownDigest(digestType) ? candidates.filter(key => digestHex(zone, key, digestType) === digest) : [];
  return { matching, sameTag: candidates.length > 0 };
}

const digestsMade = new WeakMap<Key, Map<number, string>>();

/** Each key is hashed once for each type, however many DS records name its tag. */
function digestHex(zone: string, key: Key, digestType: number): string {
  const made = digestsMade.get(key) ?? new Map<number, string>();
  digestsMade.set(key, made);
  const known = made.get(digestType) ?? digestOf(wireOf(zone), rdataOf(key.dnskey), digestType).toString('hex');
  made.set(digestType, known);
  return known;
}

function rdataOf({ flags, protocol, algorithm, publicKey }: Dnskey): Uint8Array {
  return Buffer.concat([Uint8Array.of(flags >> 8, flags & 0xff, protocol, algorithm), publicKey]);
}

/** Keys outlive the message that they came in. */
function ownBytes(dnskey: Dnskey): Dnskey {
  return { ...dnskey, publicKey: Uint8Array.from(dnskey.publicKey) };
}

function ringKey(tag: number, algorithm: number): string {
  return `${tag}/${algorithm}`;
}
