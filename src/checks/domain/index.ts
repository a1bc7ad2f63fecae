import type { Check } from '../check.ts';
import { okUnless } from '../status.ts';
import { analyzeDomain } from './analyze.ts';
import { collectDomain } from './collect.ts';
import { rules } from './rules.ts';

export { exists } from './analyze.ts';
export type { DomainFacts } from './collect.ts';

export const domainCheck: Check<'domain'> = {
  record: 'domain',
  rules,
  collect: collectDomain,
  analyze: facts => analyzeDomain(facts.domain, { statuses: facts.registration.registration?.statuses ?? [] }),
  present: (_facts, issues) => ({ status: okUnless(issues) }),
};
