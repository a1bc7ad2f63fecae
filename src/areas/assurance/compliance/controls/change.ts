import { invalid } from '../../../../core/invalid-input.ts';
import type { Control } from '../catalogue/index.ts';
import type { Said } from './store.ts';

/** What a caller gives, by the names of the API. */
export interface Given {
  status?: string | undefined;
  approach?: string | null | undefined;
  justification?: string | null | undefined;
  owner?: string | null | undefined;
  dueOn?: string | null | undefined;
  planOfAction?: string | null | undefined;
  privateText?: string | null | undefined;
}

/** What is said of the control after the change; throws `Problem` where a reason is missing (45 CFR 164.306(d)(3)). */
export function changed(was: Said, given: Given, { requirement }: Control): Said {
  const said: Said = {
    status: given.status ?? was.status, approach: kept(given.approach, was.approach), justification: kept(given.justification, was.justification), owner: kept(given.owner, was.owner),
    due_on: kept(given.dueOn, was.due_on), plan_of_action: kept(given.planOfAction, was.plan_of_action), private_text: kept(given.privateText, was.private_text),
  };
  if (said.approach === 'alternative' && requirement !== 'addressable') throw invalid([{ path: ['approach'], message: 'Only addressable HIPAA specifications can be met by an alternative measure. Use `compensating` for other controls.' }]);
  if (said.justification === null && (said.status === 'notApplicable' || said.approach === 'alternative')) {
    throw invalid([{ path: ['justification'], message: said.status === 'notApplicable' ? 'Say why it does not apply.' : 'Say why it is not reasonable and appropriate, and what is done instead (45 CFR 164.306(d)(3)).' }]);
  }
  return said;
}

function kept<T>(given: T | undefined, was: T): T {
  return given === undefined ? was : given;
}
