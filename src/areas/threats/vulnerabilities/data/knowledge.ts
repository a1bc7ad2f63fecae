import type { Db } from '../../../../store/index.ts';
import { Verdicts } from '../judging/verdicts.ts';
import type { Entry } from '../matching/judge.ts';
import { distributionIn, releaseKey } from '../names/distributions.ts';
import { reasonsOf, type PriorityReason } from '../matching/priority.ts';
import type { Lifecycle } from '../records/lifecycle.ts';
import { indexRevision, likelyExploitedFrom } from '../store/sources.ts';
import { knowledgeOf, lifecycleOf, threatsOf } from './read-index.ts';

/** What the index knows of products, kept in memory for as long as the index stays as it is. */
export interface Knowledge {
  /** As the index is now. */
  at(db: Db): Promise<Known>;
}

/** What one state of the index says, and what follows from it for components. */
export interface Known {
  of(product: string): Promise<ProductFacts>;
  /** Everything that is said of the product. */
  entriesOf(product: string): Promise<readonly Entry[]>;
  /** Why each of these vulnerabilities is urgent wherever it applies. */
  reasonsOf(cves: readonly string[]): Promise<ReadonlyMap<string, readonly PriorityReason[]>>;
  verdicts: Verdicts;
}

/** What of a product is remembered after its entries have made way for others. */
export interface ProductFacts {
  /** The sources that were read whole for it. */
  coveredBy: readonly string[];
  hasEntries: boolean;
  /** Whether what else is on a host matters. */
  hasRequirements: boolean;
  /** The releases of distributions that its entries speak of, `Debian:12`. */
  releases: ReadonlySet<string>;
  /** How long its versions are supported; null where that is not known. */
  lifecycle: Lifecycle | null;
}

const MAX_ENTRIES = 40_000;
const MAX_REASONS = 100_000;
const NONE: readonly PriorityReason[] = [];

/** Keeps products with some 40,000 entries together; those read first make way for others. */
export function createKnowledge(maxEntries = MAX_ENTRIES): Knowledge {
  let [revision, state] = [-1, new State(maxEntries, null)];
  return {
    async at(db) {
      const [now, likelyFrom] = [await indexRevision(db), await likelyExploitedFrom(db)];
      if (now !== revision || likelyFrom !== state.likelyFrom) state = new State(maxEntries, likelyFrom);
      revision = now;
      return state.readBy(db);
    },
  };
}

/** What was read of one state of the index. */
class State {
  readonly #entries = new Map<string, readonly Entry[]>();
  readonly #facts = new Map<string, ProductFacts>();
  readonly #reasons = new Map<string, readonly PriorityReason[]>();
  readonly #verdicts = new Verdicts();
  readonly #maxEntries: number;
  /** The score from which on a vulnerability counts as likely exploited. */
  readonly likelyFrom: number | null;
  #count = 0;

  constructor(maxEntries: number, likelyFrom: number | null) {
    this.#maxEntries = maxEntries;
    this.likelyFrom = likelyFrom;
  }

  readBy(db: Db): Known {
    return {
      of: async product => this.#facts.get(product) ?? (await this.#read(db, product)).facts,
      entriesOf: async product => this.#entries.get(product) ?? (await this.#read(db, product)).entries,
      reasonsOf: cves => this.#reasonsOf(db, cves),
      verdicts: this.#verdicts,
    };
  }

  async #reasonsOf(db: Db, cves: readonly string[]): Promise<ReadonlyMap<string, readonly PriorityReason[]>> {
    const threats = await threatsOf(db, [...new Set(cves)].filter(cve => !this.#reasons.has(cve)));
    const reasons = new Map([...threats].map(([cve, threat]) => [cve, reasonsOf(threat, this.likelyFrom)]));
    const all = new Map(cves.map(cve => [cve, reasons.get(cve) ?? this.#reasons.get(cve)!]));
    for (const [cve, why] of reasons) this.#reasons.set(cve, why.length === 0 ? NONE : why);
    for (const cve of this.#reasons.keys()) {
      if (this.#reasons.size <= MAX_REASONS) break;
      this.#reasons.delete(cve);
    }
    return all;
  }

  async #read(db: Db, product: string): Promise<{ facts: ProductFacts; entries: readonly Entry[] }> {
    const { entries, coveredBy } = await knowledgeOf(db, product);
    const facts = { coveredBy, hasEntries: entries.length > 0, hasRequirements: entries.some(({ affected }) => affected.requires.length > 0), releases: releasesIn(entries), lifecycle: await lifecycleOf(db, product) };
    this.#facts.set(product, facts);
    if (!this.#entries.has(product)) this.#keep(product, entries);
    return { facts, entries };
  }

  #keep(product: string, entries: readonly Entry[]): void {
    this.#entries.set(product, entries);
    this.#count += entries.length;
    for (const [first, { length }] of this.#entries) {
      if (this.#count <= this.#maxEntries) return;
      this.#entries.delete(first);
      this.#count -= length;
    }
  }
}

function releasesIn(entries: readonly Entry[]): ReadonlySet<string> {
  const ecosystems = new Set(entries.flatMap(({ affected }) => affected.name.package?.ecosystem ?? []));
  return new Set([...ecosystems].flatMap(ecosystem => distributionIn(ecosystem) ?? []).map(releaseKey));
}
