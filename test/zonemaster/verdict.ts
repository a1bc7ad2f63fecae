import type { Finding } from '../../src/core/finding.ts';
import type { Scenario } from './scenarios.ts';
import { tags, type Meaning } from './tags.ts';

type States = ReadonlyMap<string, Finding['state']>;

/** Whether any tag that the scenario must give has a counterpart here. */
export function isJudged({ mandatory }: Scenario): boolean {
  return mandatory.some(tag => meaningOf(tag).none === undefined);
}

/**
 * The tags on which our findings say something else than the scenario: mandatory ones that do not hold here, forbidden ones that do.
 * One finding speaks for all nameservers, so where a mandatory tag fails it, tags that would have it pass are met, and forbidden ones
 * that fail it too cannot be distinguished from it. That all is well is no fault: forbidden tags that stand for a pass count by their opposites.
 */
export function differingTags({ mandatory, forbidden }: Scenario, states: States): string[] {
  const failing = new Set(mandatory.flatMap(tag => meaningOf(tag).fails ?? []));
  const passing = new Set(mandatory.flatMap(tag => meaningOf(tag).passes ?? []));
  const is = (state: Finding['state']) => (id: string) => states.get(id) === state;
  const missing = mandatory.filter(tag => {
    const { fails, passes = [], unknowns } = meaningOf(tag);
    const well = passes.every(id => failing.has(id) || is('pass')(id));
    return (fails && !fails.some(is('fail'))) || (unknowns && !unknowns.some(is('unknown'))) || !well;
  });
  const unexpected = forbidden.filter(tag => {
    const { fails = [], unknowns = [] } = meaningOf(tag);
    const reported = fails.some(id => failing.has(id) || passing.has(id));
    return (!reported && fails.some(is('fail'))) || unknowns.some(is('unknown'));
  });
  return [...missing, ...unexpected];
}

/** The tag with the states of the findings that stand for it, such as `CHILD_ZONE_LAME (ns.lame unknown)`. */
export function inOurWords(tag: string, states: States): string {
  const { fails = [], passes = [], unknowns = [] } = meaningOf(tag);
  return `${tag} (${[...fails, ...passes, ...unknowns].map(id => `${id} ${states.get(id)}`).join(', ')})`;
}

function meaningOf(tag: string): Meaning {
  const meaning = tags[tag];
  if (!meaning) throw new RangeError(`${tag} is not in the table of tags`);
  return meaning;
}
