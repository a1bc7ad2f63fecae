import { hash } from 'node:crypto';
import type { Rdata } from '../rdata.ts';
import { typeCodes } from '../types.ts';
import { fault, has, judgeTypes, type Denied, type Question } from './denied.ts';
import type { Effort } from './effort.ts';
import { ancestorsOf, isAtOrBelow, labelsOf, parentOf, wildcardBelow, wireOf } from './names.ts';
import type { Verifier } from './signature.ts';

const SHA1 = 1;
const OPT_OUT = 1;
/** Beyond this resolvers take the zone for unsigned (RFC 9276 §3.2). */
const MAX_ITERATIONS = 100;
const BASE32HEX = '0123456789abcdefghijklmnopqrstuv';

/** One NSEC3 record whose signature holds (RFC 5155 §3); hashes in base32hex, which sorts as their bytes do. */
export interface Nsec3 {
  hash: string;
  next: string;
  types: readonly number[];
  hashAlgorithm: number;
  iterations: number;
  salt: Uint8Array;
  optOut: boolean;
}

/** The record; null where it is no NSEC3 directly below `zone`, or has flags that nobody knows (RFC 5155 §8.2). */
export function nsec3Of(owner: string, data: Rdata, zone: string): Nsec3 | null {
  if (data.type !== 'NSEC3' || data.flags > OPT_OUT || parentOf(owner) !== zone) return null;
  const { hashAlgorithm, iterations, salt, types, flags } = data;
  return { hash: labelsOf(owner)[0] ?? '', next: base32hex(data.nextHash), types, hashAlgorithm, iterations, salt, optOut: flags === OPT_OUT };
}

/** Whether `all` prove that there is no answer to `question` (RFC 5155 §8). */
export function denyByNsec3(question: Question, all: readonly Nsec3[], { zone, effort }: Verifier): Denied {
  const known = all.filter(({ hashAlgorithm }) => hashAlgorithm === SHA1);
  const [first] = known;
  if (!first) return fault('UNSUPPORTED_NSEC3_ALGORITHM', `the NSEC3 records of ${zone} use hash algorithm ${all[0]!.hashAlgorithm}`);
  if (first.iterations > MAX_ITERATIONS) {
    return { outcome: 'insecure', fault: { code: 'UNSUPPORTED_NSEC3_ITERATIONS', detail: `the NSEC3 records of ${zone} take ${first.iterations} iterations, and resolvers compute ${MAX_ITERATIONS} at most` } };
  }
  const chain = known.filter(({ iterations, salt }) => iterations === first.iterations && Buffer.compare(salt, first.salt) === 0);
  const span = new Span(chain, zone, effort);
  const denied = question.expanded !== null ? denyCloserMatch(question, question.expanded, span) : question.nxdomain ? denyName(question, span) : denyType(question, span);
  return span.exhausted ? fault('WORK_EXCEEDED', `the NSEC3 records of ${zone} take more work than may be spent on them`) : denied;
}

function denyName({ name }: Question, span: Span): Denied {
  const found = span.encloser(name);
  if ('outcome' in found) return found;
  const wildcard = wildcardBelow(found.encloser);
  if (!span.covering(wildcard)) return fault('WILDCARD_NOT_COVERED', `no NSEC3 record proves that the wildcard ${wildcard} does not exist`);
  return found.optOut ? leftOut(name) : { outcome: 'proven', delegation: false };
}

function denyType({ name, type }: Question, span: Span): Denied {
  const own = span.matching(name);
  if (own) return judgeTypes(name, type, own.types);
  const found = span.encloser(name);
  if ('outcome' in found) return found.outcome === 'bogus' && found.fault.code === 'NO_CLOSEST_ENCLOSER' ? fault('NO_NSEC3_MATCHING_SNAME', `no NSEC3 record matches ${name}`) : found;
  if (found.optOut) return leftOut(name);
  const wildcard = wildcardBelow(found.encloser);
  const source = span.matching(wildcard);
  if (source) return judgeTypes(wildcard, type, source.types);
  return type === typeCodes.DS
    ? fault('OPT_OUT_FLAG_NOT_SET', `the NSEC3 records do not match ${name} and do not allow to leave it out`)
    : fault('NO_NSEC3_MATCHING_SNAME', `no NSEC3 record matches ${name}`);
}

/** An answer from a wildcard: the name one label longer than its encloser must not exist (RFC 5155 §8.8). */
function denyCloserMatch({ name }: Question, labels: number, span: Span): Denied {
  const closer = labelsOf(name).slice(-labels - 1).join('.');
  const covering = span.covering(closer);
  if (!covering) return fault('NEXT_CLOSEST_ENCLOSER_NOT_COVERED', `no NSEC3 record proves that ${closer} does not exist, so that a wildcard answers for ${name}`);
  return covering.optOut ? leftOut(name) : { outcome: 'proven', delegation: false };
}

function leftOut(name: string): Denied {
  return { outcome: 'insecure', fault: { code: 'OPT_OUT', detail: `${name} lies in a span that leaves out unsigned zones` } };
}

/** The NSEC3 records of one zone with one set of parameters, asked by name; every name is hashed once. */
class Span {
  exhausted = false;
  readonly #chain: readonly Nsec3[];
  readonly #zone: string;
  readonly #effort: Effort;
  readonly #hashes = new Map<string, string | null>();

  constructor(chain: readonly Nsec3[], zone: string, effort: Effort) {
    this.#chain = chain;
    this.#zone = zone;
    this.#effort = effort;
  }

  matching(name: string): Nsec3 | undefined {
    const hashed = this.#hash(name);
    return hashed === null ? undefined : this.#chain.find(({ hash }) => hash === hashed);
  }

  covering(name: string): Nsec3 | undefined {
    const at = this.#hash(name);
    if (at === null) return undefined;
    return this.#chain.find(({ hash, next }) => (hash < next ? hash < at && at < next : at > hash || at < next));
  }

  /** The longest name above `name` that exists, where the name one label longer is proven not to (RFC 5155 §8.3). */
  encloser(name: string): { encloser: string; optOut: boolean } | Denied {
    const candidates = ancestorsOf(name).filter(above => above !== name && isAtOrBelow(above, this.#zone)).toReversed();
    const encloser = candidates.find(above => this.matching(above));
    if (encloser === undefined) return fault('NO_CLOSEST_ENCLOSER', `no NSEC3 record shows which name above ${name} exists`);
    const { types } = this.matching(encloser)!;
    if (has(types, typeCodes.DNAME) || (has(types, typeCodes.NS) && !has(types, typeCodes.SOA))) {
      return fault('NO_CLOSEST_ENCLOSER', `${encloser} is a delegation, so its NSEC3 record says nothing of ${name}`);
    }
    const closer = labelsOf(name).slice(-labelsOf(encloser).length - 1).join('.');
    const covering = this.covering(closer);
    if (!covering) return fault('NEXT_CLOSEST_ENCLOSER_NOT_COVERED', `no NSEC3 record proves that ${closer} does not exist`);
    return { encloser, optOut: covering.optOut };
  }

  /** RFC 5155 §5; null where the work of the check is used up. */
  #hash(name: string): string | null {
    const known = this.#hashes.get(name);
    if (known !== undefined) return known;
    const { iterations, salt } = this.#chain[0]!;
    this.#effort.roundsLeft -= iterations + 1;
    if (this.#effort.roundsLeft < 0) this.exhausted = true;
    const hashed = this.exhausted ? null : base32hex(nsec3Hash(name, iterations, salt));
    this.#hashes.set(name, hashed);
    return hashed;
  }
}

/** RFC 5155 §5: SHA-1 over the name in wire form and the salt, and again so many times over the result. */
export function nsec3Hash(name: string, iterations: number, salt: Uint8Array): Uint8Array {
  let digest: Uint8Array = wireOf(name);
  for (let round = 0; round <= iterations; round++) digest = hash('sha1', Buffer.concat([digest, salt]), 'buffer');
  return digest;
}

/** RFC 4648 §7, in lower case and without padding, as owner names of NSEC3 have it. */
export function base32hex(bytes: Uint8Array): string {
  let text = '';
  let [value, bits] = [0, 0];
  for (const byte of bytes) {
    value = ((value << 8) | byte) & 0xfff;
    for (bits += 8; bits >= 5; bits -= 5) text += BASE32HEX[(value >> (bits - 5)) & 31];
  }
  return bits > 0 ? text + BASE32HEX[(value << (5 - bits)) & 31] : text;
}
