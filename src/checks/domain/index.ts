import type { Check } from '../check.ts';
import { analyzeDomain } from './analyze.ts';
import { collectDomain, type DomainFacts } from './collect.ts';
import { rules } from './rules.ts';

export { exists } from './analyze.ts';
export type { DomainFacts } from './collect.ts';

declare module '../check.ts' {
  interface AllFacts {
    domain: DomainFacts;
  }
}

/** The name itself: it has no record in replies, and says why there are no others. */
export const domainCheck = {
  record: 'domain',
  label: 'Domain',
  title: 'Domain',
  group: 'name',
  isOutsideVerdict: true,
  score: { group: 'dns', points: 3 },
  depth: 'check',
  rules,
  collect: collectDomain,
  analyze: facts => analyzeDomain(facts.domain, { statuses: facts.registration.registration?.statuses ?? [] }),
} as const satisfies Check<'domain'>;
