import type { Db } from '../../../../store/index.ts';
import { Verdicts } from '../judging/verdicts.ts';
import { indexRevision } from '../store/sources.ts';
import { knowledgeOf, type ProductKnowledge } from './read-index.ts';

/** What the index knows of some products, and what follows from it for components. */
export interface Known {
  products: ReadonlyMap<string, ProductKnowledge>;
  verdicts: Verdicts;
}

/** What the index knows of products, kept in memory for as long as the index stays as it is. */
export interface Knowledge {
  /** Everything known of each of the products. */
  of(db: Db, products: Iterable<string>): Promise<Known>;
}

const MAX_ENTRIES = 40_000;

/** Keeps products with some 40,000 entries together; those read first make way for others. */
export function createKnowledge(maxEntries = MAX_ENTRIES): Knowledge {
  const kept = new Map<string, ProductKnowledge>();
  let [revision, entries, verdicts] = [-1, 0, new Verdicts()];
  const forget = (): void => {
    kept.clear();
    verdicts = new Verdicts();
    entries = 0;
  };
  const keep = (known: ProductKnowledge): void => {
    kept.set(known.product, known);
    entries += known.entries.length;
    for (const [product, { entries: { length } }] of kept) {
      if (entries <= maxEntries) return;
      kept.delete(product);
      entries -= length;
    }
  };
  return {
    async of(db, products) {
      const now = await indexRevision(db);
      if (now !== revision) forget();
      revision = now;
      // What follows from what was known then stays with that.
      const of = verdicts;
      const found = new Map<string, ProductKnowledge>();
      for (const product of new Set(products)) {
        const known = kept.get(product) ?? await knowledgeOf(db, product);
        if (!kept.has(product) && now === revision) keep(known);
        found.set(product, known);
      }
      return { products: found, verdicts: of };
    },
  };
}
