import { createHash } from 'node:crypto';
import { concerns, type Flaw, type Nsec3Plan } from './dnssec.ts';
import { ancestorsOf, nameBytes } from './name.ts';
import { ownNames, typesAt, wildcardBelow, type Denial } from './nsec.ts';
import type { Absence, RrSet, Zone } from './zone.ts';
import { bitmapBytes } from './rdata.ts';

const OPT_OUT = 0x01;
const BASE32HEX = '0123456789abcdefghijklmnopqrstuv';

interface Entry {
  hash: Buffer;
  name: string;
}

/** The data of NSEC3PARAM: what NSEC3 records begin with, opt-out left out (RFC 5155 §4). */
export function nsec3Param(plan: Nsec3Plan): Buffer {
  return headOf({ ...plan, optOut: false });
}

/** Proof by hashed names (RFC 5155 §7). */
export class Nsec3Denial implements Denial {
  readonly #zone: Zone;
  readonly #ttl: number;
  readonly #plan: Nsec3Plan;
  readonly #flaws: readonly Flaw[];
  readonly #salt: Buffer;
  readonly #made = new Map<Entry, RrSet>();
  #entries: Entry[] | null = null;

  constructor(zone: Zone, ttl: number, plan: Nsec3Plan, flaws: readonly Flaw[]) {
    this.#zone = zone;
    this.#ttl = ttl;
    this.#plan = plan;
    this.#flaws = flaws;
    this.#salt = Buffer.from(flaws.some(({ flaw }) => flaw === 'otherSalt') ? `${plan.salt}00` : plan.salt, 'hex');
  }

  prove(absence: Absence): RrSet[] {
    const { name } = absence;
    if (absence.kind === 'nxdomain') return [...this.#closest(name, absence.encloser), this.#covering(wildcardBelow(absence.encloser))];
    if (absence.kind === 'expansion') return [this.#covering(childTowards(name, absence.wildcard.slice(2)))];
    if (absence.wildcard) return [...this.#closest(name, absence.wildcard.slice(2)), this.#covering(absence.wildcard)];
    return this.#has(name) ? [this.#covering(name)] : this.#closest(name, ancestorsOf(name).find(above => this.#has(above))!);
  }

  /** RFC 5155 §7.2.1: the encloser is there, and the name below it on the way to `name` is not. */
  #closest(name: string, encloser: string): RrSet[] {
    return [this.#covering(encloser), this.#covering(childTowards(name, encloser))];
  }

  #has(name: string): boolean {
    return this.#chain().some(entry => entry.name === name);
  }

  /** The NSEC3 whose hash is that of `name`, or the one that spans it. */
  #covering(name: string): RrSet {
    const hash = this.#hash(name);
    const chain = this.#chain();
    const at = chain.findLastIndex(entry => Buffer.compare(entry.hash, hash) <= 0);
    const entry = chain.at(at)!;
    const set = this.#made.get(entry) ?? this.#make(entry, chain[(at + 1) % chain.length]!.hash);
    this.#made.set(entry, set);
    return set;
  }

  #make({ hash, name }: Entry, following: Buffer): RrSet {
    const empty = this.#flaws.some(flaw => flaw.flaw === 'emptySpan' && concerns(flaw, name, 'NSEC3'));
    const own = typesAt(this.#zone, name, this.#flaws);
    const unsigned = own.every(type => type === 'NS') && name !== this.#zone.origin;
    const rdata = Buffer.concat([headOf(this.#plan), Buffer.of(hash.length), empty ? after(hash) : following, bitmapBytes(unsigned ? own : [...own, 'RRSIG'])]);
    const label = base32hex(hash);
    return { name: this.#zone.origin === '' ? label : `${label}.${this.#zone.origin}`, type: 'NSEC3', ttl: this.#ttl, rdatas: [rdata] };
  }

  /** Empty non-terminals are in the chain; with opt-out, delegations without DS are not (RFC 5155 §7.1). */
  #chain(): readonly Entry[] {
    this.#entries ??= ownNames(this.#zone)
      .filter(name => !(this.#plan.optOut && this.#zone.cutAbove(name) === name && !this.#zone.rrset(name, 'DS')))
      .map(name => ({ name, hash: this.#hash(name) }))
      .toSorted((a, b) => Buffer.compare(a.hash, b.hash));
    return this.#entries;
  }

  /** RFC 5155 §5. */
  #hash(name: string): Buffer {
    let hash: Buffer = nameBytes(name);
    for (let i = 0; i <= this.#plan.iterations; i++) hash = createHash('sha1').update(hash).update(this.#salt).digest();
    return hash;
  }
}

function headOf({ algorithm, optOut, iterations, salt }: Nsec3Plan): Buffer {
  return Buffer.concat([Buffer.of(algorithm, optOut ? OPT_OUT : 0, iterations >> 8, iterations & 0xff, salt.length / 2), Buffer.from(salt, 'hex')]);
}

/** The name one label below `encloser` on the way to `name`. */
function childTowards(name: string, encloser: string): string {
  const names = ancestorsOf(name);
  return names[names.indexOf(encloser) - 1]!;
}

/** The hash that follows at once. */
function after(hash: Buffer): Buffer {
  const next = Buffer.from(hash);
  for (let i = next.length - 1; i >= 0; i--) if ((next[i] = (next[i]! + 1) & 0xff) !== 0) break;
  return next;
}

/** RFC 4648 §7 without padding; 20 bytes are 32 characters. */
function base32hex(bytes: Buffer): string {
  let bits = BigInt(`0x${bytes.toString('hex')}`);
  let text = '';
  for (let i = 0; i < bytes.length * 8 / 5; i++, bits >>= 5n) text = BASE32HEX[Number(bits & 31n)]! + text;
  return text;
}
