import type { CriterionOutcome } from './outcomes.ts';
import type { CriterionResult } from './summary.ts';

/** Levels of conformance of a statement, in the words of OpenACR. */
export type Adherence = 'supports' | 'partially-supports' | 'does-not-support' | 'not-applicable' | 'not-evaluated';

/** How people read them; what waits for answers is not fully evaluated. */
export const adherenceNames: Readonly<Record<Adherence, string>> = {
  supports: 'Supports', 'partially-supports': 'Partially supports', 'does-not-support': 'Does not support', 'not-applicable': 'Not applicable', 'not-evaluated': 'Not fully evaluated',
};

const levels: Readonly<Record<Exclude<CriterionOutcome, 'failed'>, Adherence>> = { passed: 'supports', inapplicable: 'not-applicable', cantTell: 'not-evaluated', untested: 'not-evaluated' };

/** What a statement says of a criterion: a failure that rules found on no more than half of the judged pages leaves it partly supported. */
export function adherenceOf({ outcome, failures }: Pick<CriterionResult, 'outcome' | 'failures'>, judgedPages: number): Adherence {
  if (outcome !== 'failed') return levels[outcome];
  return failures.count > 0 && 2 * failures.pages <= judgedPages ? 'partially-supports' : 'does-not-support';
}

/** Remarks of a statement about a criterion; empty where there is nothing to say. */
export function remarksOn({ outcome, failures, open, mode }: Pick<CriterionResult, 'outcome' | 'failures' | 'open' | 'mode'>): string {
  return [
    failures.count > 0 ? `Rules found ${counted(failures.causes, 'fault')} on ${counted(failures.pages, 'page')}.` : '',
    outcome === 'failed' && failures.count === 0 ? 'A person found that it is not met.' : '',
    outcome === 'inapplicable' ? mode === 'automatic' ? 'No page of the sample has what it speaks of.' : 'A person found that it does not apply.' : '',
    open > 0 ? `Not fully evaluated: ${counted(open, 'question')} without an answer.` : '',
  ].filter(Boolean).join(' ');
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
