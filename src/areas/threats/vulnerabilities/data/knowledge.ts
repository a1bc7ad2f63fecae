import type { Db } from '../../../../store/index.ts';
import { Verdicts } from '../judging/verdicts.ts';
import type { Entry } from '../matching/judge.ts';
import { indexRevision } from '../store/sources.ts';
import { knowledgeOf } from './read-index.ts';

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
  verdicts: Verdicts;
}

/** What of a product is remembered after its entries have made way for others. */
export interface ProductFacts {
  /** The sources that were read whole for it. */
  coveredBy: readonly string[];
  hasEntries: boolean;
  /** Whether what else is on a host matters. */
  hasRequirements: boolean;
}

const MAX_ENTRIES = 40_000;

/** Keeps products with some 40,000 entries together; those read first make way for others. */
export function createKnowledge(maxEntries = MAX_ENTRIES): Knowledge {
  let [revision, state] = [-1, new State(maxEntries)];
  return {
    async at(db) {
      const now = await indexRevision(db);
      if (now !== revision) state = new State(maxEntries);
      revision = now;
      return state.readBy(db);
    },
  };
}

/** What was read of one state of the index. */
class State {
  readonly #entries = new Map<string, readonly Entry[]>();
  readonly #facts = new Map<string, ProductFacts>();
  readonly #verdicts = new Verdicts();
  readonly #maxEntries: number;
  #count = 0;

  constructor(maxEntries: number) {
    this.#maxEntries = maxEntries;
  }

  readBy(db: Db): Known {
    return {
      of: async product => this.#facts.get(product) ?? (await this.#read(db, product)).facts,
      entriesOf: async product => this.#entries.get(product) ?? (await this.#read(db, product)).entries,
      verdicts: this.#verdicts,
    };
  }

  async #read(db: Db, product: string): Promise<{ facts: ProductFacts; entries: readonly Entry[] }> {
    const { entries, coveredBy } = await knowledgeOf(db, product);
    const facts = { coveredBy, hasEntries: entries.length > 0, hasRequirements: entries.some(({ affected }) => affected.requires.length > 0) };
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
