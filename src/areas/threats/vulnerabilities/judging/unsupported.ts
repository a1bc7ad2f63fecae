import type { Known } from '../data/knowledge.ts';
import { supportOf } from '../in-use/support.ts';
import type { JudgedComponent } from './judged-component.ts';

/** A version that its authors support no longer. */
export interface Unsupported {
  product: string;
  version: string;
  /** What the version belongs to, such as `2.2`. */
  cycle: string;
  /** Null where the day is not known. */
  endedOn: string | null;
  /** How many hosts run it. */
  hosts: number;
}

/** The versions in use whose support is over for certain, each once: not where a distribution may support them in place of the authors, nor where no cycle has them. */
export async function unsupportedAmong(components: readonly Pick<JudgedComponent, 'component' | 'product'>[], known: Pick<Known, 'of'>, now: number): Promise<Unsupported[]> {
  const hosts = new Map<string, Set<string>>();
  const found = new Map<string, Unsupported>();
  for (const { component: { host, version, distribution, distributionPackage }, product } of components) {
    if (product === null || version === null || distribution !== null || distributionPackage !== null) continue;
    const support = supportOf((await known.of(product)).lifecycle, version, now);
    if (!support?.isOver) continue;
    const key = `${product} ${version}`;
    const at = hosts.get(key) ?? new Set();
    hosts.set(key, at.add(host));
    found.set(key, { product, version, cycle: support.cycle, endedOn: support.endsOn, hosts: at.size });
  }
  return [...found.values()];
}
