import { createHash } from 'node:crypto';
import { typeNumber } from './codes.ts';
import { concerns, type Flaw, type FlawKind } from './dnssec.ts';
import type { ZoneKey, ZoneKeys } from './dnssec-keys.ts';
import type { ResourceRecord } from './message.ts';
import { labelsOf, nameBytes, parentOf } from './name.ts';
import { NsecDenial, type Denial } from './nsec.ts';
import type { Absence, RrSet, Zone } from './zone.ts';
import { Nsec3Denial } from './nsec3.ts';

const DAY_SECONDS = 86_400;
/** Signatures are valid from a day before the start to thirty days after it. */
const FROM_DAYS = -1;
const UNTIL_DAYS = 30;
/** Sets that the keys of the DS sign (RFC 7344 §4.1). */
const keySets = new Set(['DNSKEY', 'CDS', 'CDNSKEY']);

export interface SignerOptions {
  keys: ZoneKeys;
  /** Those of the server that answers. */
  flaws: readonly Flaw[];
  nowMs: number;
  denialTtl: number;
}

/** Signs the sets of one zone when they are first asked for, and proves what is not there (RFC 4035 §2). */
export class ZoneSigner {
  readonly #zone: Zone;
  readonly #keys: ZoneKeys;
  readonly #flaws: readonly Flaw[];
  readonly #nowSeconds: number;
  readonly #denial: Denial;
  readonly #signatures = new Map<RrSet, Buffer[]>();

  constructor(zone: Zone, { keys, flaws, nowMs, denialTtl }: SignerOptions) {
    const { nsec3 } = keys.signing;
    this.#zone = zone;
    this.#keys = keys;
    this.#flaws = flaws;
    this.#nowSeconds = Math.floor(nowMs / 1000);
    this.#denial = nsec3 ? new Nsec3Denial(zone, denialTtl, nsec3, flaws) : new NsecDenial(zone, denialTtl, flaws);
  }

  /** The signatures of a set; `owner` is the name that a wildcard was expanded to. */
  signaturesOf(set: RrSet, owner = set.name): ResourceRecord[] {
    const rdatas = this.#signatures.get(set) ?? this.#keysFor(set.type).flatMap(key => this.#sign(set, key));
    this.#signatures.set(set, rdatas);
    return rdatas.map(rdata => ({ name: owner, type: 'RRSIG', ttl: set.ttl, rdata }));
  }

  /** The sets that prove to whom asks for `type` that something is not there, each once. */
  proofOf(absence: Absence, type: string): readonly RrSet[] {
    if (this.#flaw('noProof', absence.name, type)) return [];
    return [...new Set(this.#denial.prove(absence))];
  }

  #keysFor(type: string): ZoneKey[] {
    const idle = keySets.has(type) ? 'zsk' : 'ksk';
    return this.#keys.all.filter(({ plan }) => plan.signs && plan.role !== idle);
  }

  #flaw(kind: FlawKind, name: string, type: string, key?: string): Flaw | undefined {
    return this.#flaws.find(flaw => flaw.flaw === kind && concerns(flaw, name, type, key));
  }

  /** The signature of `key`, none, or several where flaws want it so. */
  #sign(set: RrSet, key: ZoneKey): Buffer[] {
    const flaw = (kind: FlawKind) => this.#flaw(kind, set.name, set.type, key.plan.name);
    if (flaw('unsigned')) return [];
    const head = this.#head(set, key, flaw);
    const signature = key.sign(Buffer.concat([head, canonicalSet(set)]));
    if (flaw('corrupt')) signature[signature.length >> 1]! ^= 0xff;
    const decoys = Array.from({ length: flaw('decoys')?.count ?? 0 }, (_, i) => noise(signature, i));
    return [...decoys, signature].map(bytes => Buffer.concat([head, bytes]));
  }

  /** The data of the RRSIG but for the signature itself (RFC 4034 §3.1). */
  #head(set: RrSet, key: ZoneKey, flaw: (kind: FlawKind) => Flaw | undefined): Buffer {
    const labels = labelsOf(set.name.replace(/^\*(\.|$)/, '')).length + (flaw('labels') ? 1 : 0);
    const tag = flaw('tag') ? key.tag ^ 1 : key.tag;
    const window = flaw('window');
    const head = Buffer.alloc(18);
    head.writeUInt16BE(typeNumber(set.type)!, 0);
    head.writeUInt8(key.plan.algorithm, 2);
    head.writeUInt8(labels, 3);
    head.writeUInt32BE(set.ttl, 4);
    head.writeUInt32BE((this.#nowSeconds + (window?.untilDays ?? UNTIL_DAYS) * DAY_SECONDS) >>> 0, 8);
    head.writeUInt32BE((this.#nowSeconds + (window?.fromDays ?? FROM_DAYS) * DAY_SECONDS) >>> 0, 12);
    head.writeUInt16BE(tag, 16);
    return Buffer.concat([head, nameBytes(flaw('signer') ? parentOf(this.#zone.origin) : this.#zone.origin)]);
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

/** Bytes as long as `signature` that are none; the first bytes stay, so that numbers keep their size. */
function noise(signature: Buffer, number: number): Buffer {
  const bytes = Buffer.from(signature);
  createHash('sha256').update(signature).update(String(number)).digest().copy(bytes, 8);
  return bytes;
}
