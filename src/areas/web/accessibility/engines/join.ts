import { impacts, ownEngines, type EngineName, type EngineOutcome, type EngineResult, type Impact } from './engine.ts';

/** What is wrong with one element, or with the page, whoever found it. */
export interface PageFinding {
  outcome: 'failed' | 'cantTell';
  criteria: readonly string[];
  /** Rules of the ACT that it breaks. */
  act: readonly string[];
  impact: Impact;
  title: string;
  selector: string;
  html: string;
  box: EngineResult['box'];
  /** Who says so, by which rule and in which words. */
  saidBy: readonly { engine: EngineName; rule: string; says: string }[];
}

type Said = EngineResult & { engine: EngineName };

/** One finding for all that engines say of one element that people can reach, by the same rule of the ACT or, where a rule has none, by the same criterion. What a probe has seen to be fine is no question any more; `enoughContrast` has the elements whose contrast is. */
export function joinResults(outcomes: readonly EngineOutcome[], enoughContrast: ReadonlySet<number> = new Set()): PageFinding[] {
  const said = outcomes.flatMap(one => (one.outcome === 'judged' ? one.judgement.results.filter(({ inert }) => !inert).map(result => ({ ...result, outcome: outcomeOf(result), engine: one.engine })) : []));
  const settled = new Set(outcomes.flatMap(one => (ownEngines.has(one.engine) && one.outcome === 'judged' ? one.judgement.passed.flatMap(({ act }) => act) : [])));
  const groups: Said[][] = [];
  const byElement = new Map<number, Said[][]>();
  for (const one of said.filter(({ outcome, act, criteria, element }) => outcome === 'failed' || !(act.some(rule => settled.has(rule)) || criteria.includes('1.4.3') && enoughContrast.has(element)))) {
    const near = byElement.get(one.element) ?? [];
    byElement.set(one.element, near);
    const group = near.find(([first]) => isSame(first!, one));
    if (group) group.push(one);
    else {
      const made = [one];
      near.push(made);
      groups.push(made);
    }
  }
  return groups.map(findingOf);
}

/** Rules about elements that scroll cannot tell where the fonts of this machine alone make them scroll. */
const SCROLLING = '0ssw9k';

function outcomeOf({ outcome, act, byFont }: EngineResult): EngineResult['outcome'] {
  return byFont && act.includes(SCROLLING) ? 'cantTell' : outcome;
}

function isSame(a: Said, b: Said): boolean {
  if (a.outcome !== b.outcome) return false;
  if (a.act.length > 0 && b.act.length > 0) return a.act.some(rule => b.act.includes(rule));
  return a.criteria.some(one => b.criteria.includes(one)) || (a.engine === b.engine && a.rule === b.rule);
}

function findingOf(group: readonly Said[]): PageFinding {
  const [first] = group as readonly [Said];
  const weights = group.flatMap(({ impact }) => (impact ? [impacts.indexOf(impact)] : []));
  return {
    outcome: first.outcome,
    criteria: [...new Set(group.flatMap(({ criteria }) => criteria))].toSorted(),
    act: [...new Set(group.flatMap(({ act }) => act))].toSorted(),
    impact: impacts[weights.length > 0 ? Math.min(...weights) : impacts.indexOf('moderate')]!,
    title: first.help, selector: first.selector, html: first.html, box: first.box,
    saidBy: group.map(({ engine, rule, says }) => ({ engine, rule, says })),
  };
}
