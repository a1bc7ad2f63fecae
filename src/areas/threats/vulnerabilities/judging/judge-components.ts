import type { Known } from '../data/knowledge.ts';
import { matchesIn, productOf } from '../matching/judge.ts';
import { releaseIn, releaseKey } from '../names/distributions.ts';
import type { FoundComponent } from './found-component.ts';
import type { JudgedComponent } from './judged-component.ts';
import type { Verdict } from './verdicts.ts';

const NOTHING: Verdict = { matches: [], ranked: null };

/** Every component with the vulnerabilities that apply or may apply; equal ones, of which many hosts have one each, are compared once and share their verdict. */
export async function judgeComponents(components: readonly FoundComponent[], known: Known): Promise<JudgedComponent[]> {
  const byHost = new Map<string, Set<string>>();
  for (const { host, cpes } of components) {
    const keys = byHost.get(host) ?? new Set();
    for (const key of cpes) keys.add(key);
    byHost.set(host, keys);
  }
  const judged: JudgedComponent[] = [];
  // Those of one call stay, however many others come between.
  const verdicts = new Map<string, Verdict>();
  for (const component of components) judged.push(await judgeOne(component, byHost.get(component.host)!, known, verdicts));
  return judged;
}

async function judgeOne(component: FoundComponent, onHost: ReadonlySet<string>, known: Known, verdicts: Map<string, Verdict>): Promise<JudgedComponent> {
  const product = productOf(component);
  if (product === null) return { component, product, verdict: NOTHING, isJudged: false };
  const { coveredBy, hasEntries, hasRequirements } = await known.of(product);
  const isJudged = coveredBy.length > 0 && await isReleaseCovered(component, known);
  if (!hasEntries) return { component, product, verdict: NOTHING, isJudged };
  const others = hasRequirements ? [...onHost].toSorted() : [];
  const key = JSON.stringify([product, component.version, component.distributionPackage, component.distribution, others]);
  let verdict = verdicts.get(key) ?? known.verdicts.get(key);
  if (!verdict) {
    verdict = { matches: matchesIn(component, await known.entriesOf(product), others), ranked: null };
    known.verdicts.add(key, verdict);
  }
  verdicts.set(key, verdict);
  return { component, product, verdict, isJudged };
}

/** Of a listed package nothing is known where no source was read whole for the release of its distribution. */
async function isReleaseCovered({ from, distributionPackage }: FoundComponent, known: Known): Promise<boolean> {
  if (from !== 'packages' || !distributionPackage) return true;
  const { distribution, version } = distributionPackage;
  return (await known.of(releaseKey({ ...distribution, release: distribution.release ?? releaseIn(version) }))).coveredBy.length > 0;
}
