import type { ResourceRecord } from '../message.ts';
import { labelsOf, wildcardBelow, wireOf } from './names.ts';
import type { Rrsig, RrSet } from './rrsets.ts';

/**
 * The data of a record in canonical form: names in it uncompressed and in lower case, for the types of RFC 4034 §6.2
 * that are read here; NSEC is not among them (RFC 6840 §5.1), and other types have no names that may be compressed (RFC 3597 §4).
 */
function canonicalRdata({ data, bytes }: ResourceRecord): Uint8Array {
  switch (data.type) {
    case 'NS': case 'CNAME': case 'PTR': case 'DNAME': return wireOf(data.target);
    case 'MX': return Buffer.concat([bytes.subarray(0, 2), wireOf(data.exchange)]);
    case 'SRV': return Buffer.concat([bytes.subarray(0, 6), wireOf(data.target)]);
    case 'SOA': return Buffer.concat([wireOf(data.mname), wireOf(data.rname), bytes.subarray(-20)]);
    case 'NAPTR': {
      const strings = [data.flags, data.services, data.regexp].flatMap(string => [Uint8Array.of(string.length), string]);
      return Buffer.concat([bytes.subarray(0, 4), ...strings, wireOf(data.replacement)]);
    }
    default: return bytes;
  }
}

const sorted = new WeakMap<RrSet, readonly Uint8Array[]>();

/** The data of a set in canonical order, each once (RFC 4034 §6.3). */
function canonicalOrder(set: RrSet): readonly Uint8Array[] {
  const known = sorted.get(set);
  if (known) return known;
  const all = set.records.map(canonicalRdata).toSorted(Buffer.compare);
  const once = all.filter((rdata, at) => at === 0 || Buffer.compare(rdata, all[at - 1]!) !== 0);
  sorted.set(set, once);
  return once;
}

/** What `signature` was made over (RFC 4034 §3.1.8.1); the owner is the wildcard where the set was expanded from one. */
export function signedData(set: RrSet, signature: Rrsig): Buffer {
  const { typeCovered, algorithm, labels, originalTtl, expiration, inception, keyTag, signer } = signature;
  const head = Buffer.alloc(18);
  head.writeUInt16BE(typeCovered, 0);
  head.writeUInt8(algorithm, 2);
  head.writeUInt8(labels, 3);
  head.writeUInt32BE(originalTtl, 4);
  head.writeUInt32BE(expiration, 8);
  head.writeUInt32BE(inception, 12);
  head.writeUInt16BE(keyTag, 16);
  const owner = wireOf(signedOwner(set.name, labels));
  const rows = canonicalOrder(set).flatMap(rdata => {
    const fixed = Buffer.alloc(10);
    fixed.writeUInt16BE(set.type, 0);
    fixed.writeUInt16BE(1, 2);
    fixed.writeUInt32BE(originalTtl, 4);
    fixed.writeUInt16BE(rdata.length, 8);
    return [owner, fixed, rdata];
  });
  return Buffer.concat([head, wireOf(signer), ...rows]);
}

/** The labels that the field of a signature counts: the root and a leading `*` are none (RFC 4034 §3.1.3). */
export function countedLabels(name: string): number {
  const labels = labelsOf(name);
  return labels[0] === '*' ? labels.length - 1 : labels.length;
}

function signedOwner(name: string, labels: number): string {
  return countedLabels(name) > labels ? wildcardBelow(labels === 0 ? '' : labelsOf(name).slice(-labels).join('.')) : name;
}
