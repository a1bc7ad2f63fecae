import type { ProductKnowledge } from '../data/read-index.ts';
import { matchesIn, productOf, type Match } from '../matching/judge.ts';
import type { FoundComponent, JudgedComponent } from './judged-component.ts';

/** Every component with the vulnerabilities that apply or may apply; equal ones, of which many hosts have one each, are compared once. */
export function judgeComponents(components: readonly FoundComponent[], knowledge: ReadonlyMap<string, ProductKnowledge>): JudgedComponent[] {
  const byHost = new Map<string, Set<string>>();
  for (const { host, cpes } of components) {
    const keys = byHost.get(host) ?? new Set();
    for (const key of cpes) keys.add(key);
    byHost.set(host, keys);
  }
  const known = new Map<string, readonly Match[]>();
  return components.map(component => {
    const product = productOf(component);
    const { entries = [], coveredBy = [] } = knowledge.get(product ?? '') ?? {};
    const isJudged = coveredBy.length > 0;
    if (entries.length === 0) return { component, product, matches: [], isJudged };
    const others = entries.some(({ affected }) => affected.requires.length > 0) ? [...byHost.get(component.host)!].toSorted() : [];
    const key = JSON.stringify([product, component.version, component.distributionPackage, component.distribution, others]);
    const matches = known.get(key) ?? matchesIn(component, entries, others);
    known.set(key, matches);
    return { component, product, matches, isJudged };
  });
}
