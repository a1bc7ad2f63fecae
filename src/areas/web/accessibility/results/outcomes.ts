import type { Criterion } from '../criteria/criteria.ts';
import type { Answer } from '../store/questions.ts';
import type { PageFacts } from '../engines/page-facts.ts';

/** What an audit says of a criterion, in the words of EARL. */
export const outcomes = ['failed', 'cantTell', 'passed', 'inapplicable', 'untested'] as const;
export type CriterionOutcome = (typeof outcomes)[number];

/** Who decided: rules alone, or people, or both. */
export const modes = ['automatic', 'semiAutomatic', 'manual'] as const;
export type Mode = (typeof modes)[number];

/** What is known of one criterion. */
export interface Known {
  criterion: Criterion;
  /** Failures that rules found, with the number of their causes and pages. */
  failures: { count: number; causes: number; pages: number };
  /** Answers by whether they are asked of all pages or of one element; `open` are those that nobody has given. */
  general: Answer | 'open' | null;
  elements: Readonly<Record<Answer | 'open', number>>;
  /** Facts of the pages that were judged, and how many could not be. */
  pages: readonly Pick<PageFacts, 'content' | 'passed'>[];
  unjudged: number;
}

export interface Judged {
  outcome: CriterionOutcome;
  mode: Mode | null;
  /** Engines' rules about the criterion that applied and passed, on any page. */
  passedRules: readonly string[];
  open: number;
}

/**
 * The outcome of a criterion. It has passed only where people said so and nothing contradicts them: rules see a part of what
 * a criterion asks for. It does not apply where no page has what it speaks of, or a person said so.
 */
export function judge({ criterion, failures, general, elements, pages, unjudged }: Known): Judged {
  const passedRules = [...new Set(pages.flatMap(({ passed }) => passed.filter(({ criteria }) => criteria.includes(criterion.number)).map(({ engine, rule }) => `${engine}/${rule}`)))].toSorted();
  const open = elements.open + (general === 'open' ? 1 : 0);
  const of = (outcome: CriterionOutcome, mode: Mode | null): Judged => ({ outcome, mode, passedRules, open });
  if (failures.count > 0) return of('failed', 'automatic');
  if (general === 'no' || elements.no > 0) return of('failed', elements.no > 0 ? 'semiAutomatic' : 'manual');
  if (pages.length === 0) return of('untested', null);
  if (general === null && isAbsent(criterion, pages) && unjudged === 0) return of('inapplicable', 'automatic');
  if (open > 0 || general === null) return of('cantTell', null);
  return of(general === 'yes' ? 'passed' : 'inapplicable', passedRules.length > 0 || elements.yes > 0 ? 'semiAutomatic' : 'manual');
}

/** Whether no page has anything that the criterion speaks of. */
export function isAbsent({ about }: Pick<Criterion, 'about'>, pages: readonly Pick<PageFacts, 'content'>[]): boolean {
  return about.length > 0 && pages.every(({ content }) => about.every(kind => !content[kind]));
}
