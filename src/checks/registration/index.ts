import type { Check } from '../check.ts';
import { okUnless } from '../status.ts';
import { analyzeRegistration, viewOf } from './analyze.ts';
import { collectRegistration, type RegistrationFacts } from './collect.ts';
import { rules } from './rules.ts';

export type { RegistrationFacts } from './collect.ts';
export type { RegistrationMemory, RememberedRegistration } from './remembered.ts';
export { freedomOf, lookUpStanding, type Standing } from './standing.ts';

export const registrationCheck: Check<'registration'> = {
  record: 'registration',
  rules,
  collect: collectRegistration,
  analyze: facts => analyzeRegistration(facts.registration),
  present: (facts, issues) => present(facts.registration, issues),
};

const STATUS_WITHOUT_REGISTRATION = { absent: 'missing', unknown: 'error', notAsked: 'notTested' } as const;

function present(facts: RegistrationFacts, issues: readonly string[]) {
  const view = viewOf(facts);
  const found = view.state === 'found' ? view.registration : null;
  return {
    status: view.state === 'found' ? okUnless(issues) : STATUS_WITHOUT_REGISTRATION[view.state],
    registrar: found?.registrar ?? null,
    createdAt: found?.createdAt ?? null,
    updatedAt: found?.updatedAt ?? null,
    expiresAt: found?.expiresAt ?? null,
    statuses: found?.statuses ?? [],
    nameservers: found?.nameservers ?? [],
    source: facts.source,
    asOf: facts.asOf ?? null,
  };
}
