import type { Known } from '../data/knowledge.ts';
import { matchesIn, productOf } from '../matching/judge.ts';
import type { FoundComponent } from './found-component.ts';
import type { JudgedComponent } from './judged-component.ts';
import type { Verdict } from './verdicts.ts';

const NOTHING: Verdict = { matches: [], ranked: null };

/** Every component with the vulnerabilities that apply or may apply; equal ones, of which many hosts have one each, are compared once and share their verdict. */
export function judgeComponents(components: readonly FoundComponent[], { products, verdicts }: Known): JudgedComponent[] {
  const byHost = new Map<string, Set<string>>();
  for (const { host, cpes } of components) {
    const keys = byHost.get(host) ?? new Set();
    for (const key of cpes) keys.add(key);
    byHost.set(host, keys);
  }
  return components.map(component => {
    const product = productOf(component);
    const { entries = [], coveredBy = [] } = products.get(product ?? '') ?? {};
    const isJudged = coveredBy.length > 0;
    if (entries.length === 0) return { component, product, verdict: NOTHING, isJudged };
    const others = entries.some(({ affected }) => affected.requires.length > 0) ? [...byHost.get(component.host)!].toSorted() : [];
    const key = JSON.stringify([product, component.version, component.distributionPackage, component.distribution, others]);
    const known = verdicts.get(key);
    if (known) return { component, product, verdict: known, isJudged };
    const verdict: Verdict = { matches: matchesIn(component, entries, others), ranked: null };
    verdicts.add(key, verdict);
    return { component, product, verdict, isJudged };
  });
}
