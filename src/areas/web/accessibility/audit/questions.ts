import type { Criterion } from '../criteria/criteria.ts';
import type { PageFinding } from '../engines/join.ts';
import type { PageFacts } from '../engines/page-facts.ts';
import { promptsFor } from '../engines/prompts.ts';
import { isAbsent } from '../results/outcomes.ts';
import type { ShownPicture } from '../store/findings.ts';
import type { NewQuestion } from '../store/questions.ts';
import { fingerprintOf } from './fingerprint.ts';

/** Questions about elements that one criterion has at most: beyond, the general one stands for the rest. */
const MAX_OF_CRITERION = 40;

/** What is asked about one element. */
export interface ElementQuestion {
  page: number;
  url: string;
  finding: PageFinding & { picture?: ShownPicture | null; view?: string | null };
}

/** What people are asked: one question for each criterion that may apply, and one for each element of which a rule cannot tell. */
export function questionsOf(criteria: readonly Criterion[], pages: readonly (PageFacts & { url: string })[], unjudged: number, elements: readonly ElementQuestion[]): NewQuestion[] {
  const content = fingerprintOf(...pages.flatMap(({ url, hash }) => [url, hash]));
  return criteria.flatMap(criterion => {
    const general = pages.length === 0 || (isAbsent(criterion, pages) && unjudged === 0) ? [] : [{ criterion: criterion.number, page: null, fingerprint: content, details: { question: criterion.question, saidBy: promptsFor(criterion.number, pages) } }];
    const own = elements.filter(({ finding }) => finding.criteria.includes(criterion.number)).map(one => questionOf(criterion.number, one));
    return [...general, ...firstOfEach(own).slice(0, MAX_OF_CRITERION)];
  });
}

function questionOf(criterion: string, { page, url, finding: { title, selector, html, box, saidBy, picture = null, view = null } }: ElementQuestion): NewQuestion {
  const rules = saidBy.map(({ engine, rule }) => `${engine}/${rule}`).toSorted();
  return { criterion, page, fingerprint: fingerprintOf(...rules, url, selector, html || saidBy[0]!.says), details: { question: saidBy[0]!.says || title, title, url, selector, html, box, saidBy, picture, view } };
}

/** As many of them as questions can come of: what one audit keeps while it goes on is bounded by the criteria, however many pages it has. */
export function bounded(elements: readonly ElementQuestion[]): ElementQuestion[] {
  const counts = new Map<string, number>();
  const seen = new Set<string>();
  return elements.filter(one => {
    const open = one.finding.criteria.filter(number => (counts.get(number) ?? 0) < MAX_OF_CRITERION);
    if (open.length === 0 || seen.size === seen.add(questionOf('', one).fingerprint).size) return false;
    for (const number of one.finding.criteria) counts.set(number, (counts.get(number) ?? 0) + 1);
    return true;
  });
}

function firstOfEach(questions: readonly NewQuestion[]): NewQuestion[] {
  return [...new Map(questions.toReversed().map(one => [one.fingerprint, one])).values()].toReversed();
}
