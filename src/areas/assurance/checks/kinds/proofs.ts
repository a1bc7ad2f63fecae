import { parseIp } from '../../../../core/ip.ts';
import type { Db } from '../../../../store/index.ts';
import { ownedBy } from '../../../domains/ownership/index.ts';
import { edgeOf, isProvenAddress } from '../../../threats/exposure/index.ts';
import { isProvenTarget } from '../../../threats/ip-targets/index.ts';
import { isInternal } from './internal.ts';

/** What an account has shown to be its own. */
export interface Proofs {
  /** The proven domain that the name stands in; null for none. */
  ownerOf(name: string): Promise<string | null>;
  /** Whether the machine at the address is proven, and none that serves many. */
  hasAddress(address: string): Promise<boolean>;
  /** Whether the host, a name or an address, is the account's own, or nobody else's. */
  isOwn(host: string): Promise<boolean>;
}

/** Reads proofs as they are at `now`, each time. */
export function proofsOf(db: Db, accountId: string, now: () => number): Proofs {
  return proofsBy({
    ownerOf: name => ownedBy(db, accountId, name, now()),
    hasAddress: async address => edgeOf(address, []) === null && (await isProvenTarget(db, accountId, address, now()) || await isProvenAddress(db, accountId, address, now())),
  });
}

function proofsBy(read: Pick<Proofs, 'ownerOf' | 'hasAddress'>): Proofs {
  return { ...read, isOwn: async host => isInternal(host) || (parseIp(host) === null ? await read.ownerOf(host) !== null : read.hasAddress(host)) };
}

const KEPT_MS = 5 * 60_000;
const MAX_KEPT = 20_000;

/** Proofs of all accounts, each remembered for five minutes. */
export class RememberedProofs {
  readonly #db: Db;
  readonly #now: () => number;
  readonly #kept = new Map<string, { answer: Promise<unknown>; until: number }>();

  constructor(db: Db, now: () => number) {
    this.#db = db;
    this.#now = now;
  }

  of(accountId: string): Proofs {
    const { ownerOf, hasAddress } = proofsOf(this.#db, accountId, this.#now);
    return proofsBy({
      ownerOf: name => this.#remember(`${accountId} name ${name}`, () => ownerOf(name)),
      hasAddress: address => this.#remember(`${accountId} address ${address}`, () => hasAddress(address)),
    });
  }

  #remember<T>(key: string, read: () => Promise<T>): Promise<T> {
    const known = this.#kept.get(key);
    if (known !== undefined && known.until > this.#now()) return known.answer as Promise<T>;
    this.#kept.delete(key);
    if (this.#kept.size >= MAX_KEPT) this.#kept.delete(this.#kept.keys().next().value!);
    const answer = read();
    this.#kept.set(key, { answer, until: this.#now() + KEPT_MS });
    // What could not be read is asked for again.
    answer.catch(() => this.#kept.delete(key));
    return answer;
  }
}
