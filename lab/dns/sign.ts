import { createECDH, createHash, createPrivateKey, sign, type KeyObject } from 'node:crypto';
import { typeNumber } from './codes.ts';
import type { ResourceRecord } from './message.ts';
import { compareNames, labelsOf, nameBytes } from './name.ts';
import { rdataOf } from './rdata.ts';
import type { RrSet, Zone } from './zone.ts';

const ECDSA_P256 = 13;
/** Zone key and secure entry point at once (RFC 4034 §2.1.1). */
const KEY_FLAGS = 257;
const DAY_SECONDS = 86_400;

/** The one key of a zone. */
export interface ZoneKey {
  privateKey: KeyObject;
  dnskey: Buffer;
  tag: number;
}

/** The ECDSA P-256 key that follows from `seed`: the same in every lab with the same seed. */
export function zoneKeyOf(seed: string): ZoneKey {
  const ecdh = createECDH('prime256v1');
  const secret = createHash('sha256').update(seed).digest();
  ecdh.setPrivateKey(secret);
  const point = ecdh.getPublicKey().subarray(1);
  const part = (from: number) => point.subarray(from, from + 32).toString('base64url');
  const jwk = { kty: 'EC', crv: 'P-256', x: part(0), y: part(32), d: secret.toString('base64url') };
  const dnskey = Buffer.concat([Buffer.of(KEY_FLAGS >> 8, KEY_FLAGS & 0xff, 3, ECDSA_P256), point]);
  return { privateKey: createPrivateKey({ key: jwk, format: 'jwk' }), dnskey, tag: keyTagOf(dnskey) };
}

/** The digest of a zone's key for its parent, SHA-256 (RFC 4034 §5.1, RFC 4509). */
export function dsOf(zone: string, key: ZoneKey): Buffer {
  const digest = createHash('sha256').update(nameBytes(zone)).update(key.dnskey).digest();
  return Buffer.concat([Buffer.of(key.tag >> 8, key.tag & 0xff, ECDSA_P256, 2), digest]);
}

/** Signs the sets of one zone when they are first asked for, and proves what is not there (RFC 4035 §2). */
export class ZoneSigner {
  readonly #zone: Zone;
  readonly #key: ZoneKey;
  readonly #window: { inception: number; expiration: number };
  readonly #nsecTtl: number;
  readonly #signatures = new Map<RrSet, Buffer>();
  readonly #denials = new Map<string, RrSet>();
  #owners: string[] | null = null;

  /** Signatures are valid from a day before `nowMs` to thirty days after. */
  constructor(zone: Zone, key: ZoneKey, nowMs: number, nsecTtl: number) {
    const now = Math.floor(nowMs / 1000);
    this.#zone = zone;
    this.#key = key;
    this.#window = { inception: (now - DAY_SECONDS) >>> 0, expiration: (now + 30 * DAY_SECONDS) >>> 0 };
    this.#nsecTtl = nsecTtl;
  }

  /** The signature of a set; `owner` is the name that a wildcard was expanded to. */
  signatureOf(set: RrSet, owner = set.name): ResourceRecord {
    const rdata = this.#signatures.get(set) ?? this.#sign(set);
    this.#signatures.set(set, rdata);
    return { name: owner, type: 'RRSIG', ttl: set.ttl, rdata };
  }

  /** The NSEC at `name`, or the one that spans it where there is none (RFC 4034 §4). */
  denialOf(name: string): RrSet {
    const owners = this.#chain();
    const at = owners.findLastIndex(owner => compareNames(owner, name) <= 0);
    const owner = owners[at]!;
    const set = this.#denials.get(owner) ?? this.#nsec(owner, owners[(at + 1) % owners.length]!);
    this.#denials.set(owner, set);
    return set;
  }

  #nsec(owner: string, next: string): RrSet {
    const delegated = this.#zone.cutAbove(owner) !== null;
    const own = this.#zone.rrsets(owner).map(({ type }) => type).filter(type => !delegated || type === 'NS' || type === 'DS');
    return { name: owner, type: 'NSEC', ttl: this.#nsecTtl, rdatas: [rdataOf('NSEC', [`${next}.`, ...own, 'RRSIG', 'NSEC'], '')] };
  }

  /** Owners of the chain in canonical order: all that has data and lies above the cuts or at them. */
  #chain(): readonly string[] {
    this.#owners ??= this.#zone.names
      .filter(name => this.#zone.rrsets(name).length > 0 && [null, name].includes(this.#zone.cutAbove(name)))
      .toSorted(compareNames);
    return this.#owners;
  }

  #sign(set: RrSet): Buffer {
    const labels = labelsOf(set.name).filter(label => label !== '*').length;
    const head = Buffer.alloc(18);
    head.writeUInt16BE(typeNumber(set.type)!, 0);
    head.writeUInt8(ECDSA_P256, 2);
    head.writeUInt8(labels, 3);
    head.writeUInt32BE(set.ttl, 4);
    head.writeUInt32BE(this.#window.expiration, 8);
    head.writeUInt32BE(this.#window.inception, 12);
    head.writeUInt16BE(this.#key.tag, 16);
    const unsigned = Buffer.concat([head, nameBytes(this.#zone.origin)]);
    const signature = sign('sha256', Buffer.concat([unsigned, canonicalSet(set)]), { key: this.#key.privateKey, dsaEncoding: 'ieee-p1363' });
    return Buffer.concat([unsigned, signature]);
  }
}

/** RFC 4034 §6.3; names in record data are lower case as the lab keeps them. */
function canonicalSet(set: RrSet): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt16BE(typeNumber(set.type)!, 0);
  head.writeUInt16BE(1, 2);
  head.writeUInt32BE(set.ttl, 4);
  const owner = nameBytes(set.name);
  return Buffer.concat(set.rdatas.toSorted((a, b) => a.compare(b)).flatMap(rdata => [owner, head, Buffer.of(rdata.length >> 8, rdata.length & 0xff), rdata]));
}

/** RFC 4034 appendix B. */
function keyTagOf(dnskey: Buffer): number {
  let sum = 0;
  for (const [i, byte] of dnskey.entries()) sum += i & 1 ? byte : byte << 8;
  return (sum + (sum >> 16)) & 0xffff;
}
