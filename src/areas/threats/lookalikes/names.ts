import { commonSuffixes } from './generate/data/suffixes.ts';
import { defaultBudget, lookalikes, type Lookalike } from './generate/lookalikes.ts';

/** Goes up whenever other names, or the same in another order, are made of a domain: what is kept by place is void then. */
export const GENERATOR = 1;

/** All names that are checked for a domain, likeliest first; the place of each is its index. */
export function namesFor(domain: string): Lookalike[] {
  return Array.from(lookalikes(domain, { words: [], suffixes: commonSuffixes, ...defaultBudget }));
}

/** The first `count` of them. */
export function firstNamesFor(domain: string, count: number): Lookalike[] {
  return lookalikes(domain, { words: [], suffixes: commonSuffixes, ...defaultBudget }).take(count).toArray();
}
