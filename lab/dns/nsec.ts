import { concerns, type Flaw } from './dnssec.ts';
import { orderOf } from './name.ts';
import { rdataOf } from './rdata.ts';
import type { Absence, RrSet, Zone } from './zone.ts';

/** How a zone proves what is not there. */
export interface Denial {
  prove(absence: Absence): RrSet[];
}

/** The name of the wildcard below `encloser`. */
export function wildcardBelow(encloser: string): string {
  return encloser === '' ? '*' : `*.${encloser}`;
}

/** Names that have data or names below them, above the cuts or at them. */
export function ownNames(zone: Zone): string[] {
  return zone.names.filter(name => [null, name].includes(zone.cutAbove(name)));
}

/** The types that a bitmap lists for `owner`, those of the proof itself left out; at a cut only those of the parent (RFC 4035 §2.3). */
export function typesAt(zone: Zone, owner: string, flaws: readonly Flaw[]): string[] {
  const delegated = zone.cutAbove(owner) !== null;
  const own = zone.rrsets(owner).map(({ type }) => type).filter(type => !delegated || type === 'NS' || type === 'DS');
  const denied = own.filter(type => !flaws.some(flaw => flaw.flaw === 'denies' && concerns(flaw, owner, type)));
  const claimed = flaws.filter(flaw => flaw.flaw === 'claims' && flaw.type !== undefined && concerns(flaw, owner, flaw.type)).map(({ type }) => type!);
  return [...denied, ...claimed];
}

/** Proof by NSEC (RFC 4034 §4, RFC 4035 §3.1.3). */
export class NsecDenial implements Denial {
  readonly #zone: Zone;
  readonly #ttl: number;
  readonly #flaws: readonly Flaw[];
  readonly #made = new Map<string, RrSet>();
  #owners: readonly { name: string; order: string }[] | null = null;

  constructor(zone: Zone, ttl: number, flaws: readonly Flaw[]) {
    this.#zone = zone;
    this.#ttl = ttl;
    this.#flaws = flaws;
  }

  prove(absence: Absence): RrSet[] {
    switch (absence.kind) {
      case 'nodata': return [...(absence.wildcard ? [this.#at(absence.wildcard)] : []), this.#at(absence.name)];
      case 'nxdomain': return [this.#at(absence.name), this.#at(wildcardBelow(absence.encloser))];
      case 'expansion': return [this.#at(absence.name)];
    }
  }

  /** The NSEC at `name`, or the one that spans it where there is none. */
  #at(name: string): RrSet {
    const owners = this.#chain();
    const at = lastAtOrBefore(owners, orderOf(name));
    const { name: owner } = owners[at]!;
    const set = this.#made.get(owner) ?? this.#make(owner, owners[(at + 1) % owners.length]!.name);
    this.#made.set(owner, set);
    return set;
  }

  #make(owner: string, following: string): RrSet {
    const empty = this.#flaws.some(flaw => flaw.flaw === 'emptySpan' && concerns(flaw, owner, 'NSEC'));
    const next = empty ? `\\000.${owner}` : following;
    return { name: owner, type: 'NSEC', ttl: this.#ttl, rdatas: [rdataOf('NSEC', [`${next}.`, ...typesAt(this.#zone, owner, this.#flaws), 'RRSIG', 'NSEC'], '')] };
  }

  /** Owners in canonical order: empty non-terminals have no NSEC. */
  #chain(): readonly { name: string; order: string }[] {
    this.#owners ??= ownNames(this.#zone).filter(name => this.#zone.rrsets(name).length > 0)
      .map(name => ({ name, order: orderOf(name) })).toSorted((a, b) => (a.order < b.order ? -1 : 1));
    return this.#owners;
  }
}

/** The place of the last owner that is not behind `order`; the first owner, the apex, never is. */
function lastAtOrBefore(owners: readonly { order: string }[], order: string): number {
  let [low, high] = [0, owners.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (owners[middle]!.order <= order) low = middle;
    else high = middle;
  }
  return low;
}
