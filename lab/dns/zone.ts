import type { ResourceRecord } from './message.ts';
import { ancestorsOf, isAtOrBelow } from './name.ts';
import { rdataText } from './rdata.ts';

/** What an answer says is not there: a type at a name or at the wildcard that stands for it, a name, or a name that a wildcard made up for. */
export type Absence =
  | { kind: 'nodata'; name: string; wildcard: string | null }
  | { kind: 'nxdomain'; name: string; encloser: string }
  | { kind: 'expansion'; name: string; wildcard: string };

/** All records of one name and type (RFC 2181 §5). */
export interface RrSet {
  name: string;
  type: string;
  ttl: number;
  rdatas: readonly Buffer[];
}

/** What a zone says to a question (RFC 1034 §4.3.2); `wildcard` is the name that was expanded, or null. */
export type Found =
  | { kind: 'records'; sets: readonly RrSet[]; wildcard: string | null }
  | { kind: 'alias'; set: RrSet; target: string; wildcard: string | null }
  | { kind: 'referral'; cut: string }
  | { kind: 'nodata'; wildcard: string | null }
  | { kind: 'nxdomain'; encloser: string };

/** Signs the sets of one zone, and proves what is not there (RFC 4035 §2). */
export interface Signer {
  signaturesOf(set: RrSet, owner?: string): ResourceRecord[];
  proofOf(absence: Absence, type: string): readonly RrSet[];
}

/** The data of one zone, delegations and glue included. */
export class Zone {
  readonly origin: string;
  signer: Signer | null = null;
  /** Empty non-terminals are nodes without sets (RFC 4592 §2.2.2). */
  readonly #nodes = new Map<string, Map<string, RrSet>>();

  constructor(origin: string) {
    this.origin = origin;
  }

  /** Adds a record; the same data twice is once, the first TTL is that of the set. */
  add({ name, type, ttl, rdata }: ResourceRecord): void {
    const node = this.#nodeAt(name);
    const set = node.get(type) ?? { name, type, ttl, rdatas: [] };
    if (set.rdatas.some(known => known.equals(rdata))) return;
    node.set(type, { ...set, rdatas: [...set.rdatas, rdata] });
  }

  /** Puts a whole set in place of what is there; its data may be made when they are first read. */
  put(set: RrSet): void {
    this.#nodeAt(set.name).set(set.type, set);
  }

  /** Takes a whole set out; the name stays, as one without records. */
  remove(name: string, type: string): void {
    this.#nodes.get(name)?.delete(type);
  }

  /** The same data without the sets of some types at the origin, and without a signer. */
  copyWithout(types: ReadonlySet<string>): Zone {
    const copy = new Zone(this.origin);
    for (const [name, sets] of this.#nodes) copy.#nodes.set(name, new Map([...sets].filter(([type]) => name !== this.origin || !types.has(type))));
    return copy;
  }

  rrset(name: string, type: string): RrSet | null {
    return this.#nodes.get(name)?.get(type) ?? null;
  }

  rrsets(name: string): RrSet[] {
    return [...(this.#nodes.get(name)?.values() ?? [])];
  }

  has(name: string): boolean {
    return this.#nodes.has(name);
  }

  get names(): string[] {
    return [...this.#nodes.keys()];
  }

  /** The delegation at or above `name`, nearest to the origin, or null. */
  cutAbove(name: string): string | null {
    return ancestorsOf(name).filter(above => above !== this.origin && isAtOrBelow(above, this.origin)).findLast(above => this.rrset(above, 'NS')) ?? null;
  }

  /** `name` must lie in the zone; DS at a delegation is the parent's own (RFC 4035 §3.1.4.1). */
  find(name: string, type: string): Found {
    const cut = this.cutAbove(name);
    if (cut !== null && !(cut === name && type === 'DS')) return { kind: 'referral', cut };
    if (this.has(name)) return this.#at(name, type, null);
    const encloser = ancestorsOf(name).find(above => this.has(above)) ?? this.origin;
    const wildcard = encloser === '' ? '*' : `*.${encloser}`;
    return this.has(wildcard) ? this.#at(wildcard, type, wildcard) : { kind: 'nxdomain', encloser };
  }

  /** The sets at `name`, with nodes for it and all that lies between it and the origin. */
  #nodeAt(name: string): Map<string, RrSet> {
    for (const above of ancestorsOf(name)) if (isAtOrBelow(above, this.origin) && !this.#nodes.has(above)) this.#nodes.set(above, new Map());
    return this.#nodes.get(name)!;
  }

  #at(name: string, type: string, wildcard: string | null): Found {
    const alias = this.rrset(name, 'CNAME');
    if (alias && type !== 'CNAME' && type !== 'ANY') return { kind: 'alias', set: alias, target: rdataText('CNAME', alias.rdatas[0]!).slice(0, -1), wildcard };
    const exact = this.rrset(name, type);
    const sets = type === 'ANY' ? this.rrsets(name) : exact ? [exact] : [];
    return sets.length > 0 ? { kind: 'records', sets, wildcard } : { kind: 'nodata', wildcard };
  }
}
