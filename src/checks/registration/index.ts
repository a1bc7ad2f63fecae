import { defineCheck } from '../check.ts';
import { analyzeRegistration } from './analyze.ts';
import { collectRegistration, type RegistrationFacts } from './collect.ts';
import { presentRegistration, readRegistration, summarizeRegistration } from './present.ts';
import { rules } from './rules.ts';
import { RegistrationShape } from './shape.ts';

export type { RegistrationFacts } from './collect.ts';
export type { RegistrationMemory, RememberedRegistration } from './remembered.ts';
export { availabilityOf, lookupNameStatus, type NameStatus } from './name-status.ts';

declare module '../check.ts' {
  interface AllFacts {
    registration: RegistrationFacts;
  }
}

export const registrationCheck = defineCheck({
  record: 'registration',
  label: 'Registration',
  title: 'Registration',
  group: 'name',
  score: { group: 'registration', points: 10 },
  depth: 'check',
  isGlanced: true,
  rules,
  collect: collectRegistration,
  analyze: facts => analyzeRegistration(facts.registration),
  shape: RegistrationShape,
  present: ({ registration }, issues) => presentRegistration(registration, issues),
  summarize: summarizeRegistration,
  read: readRegistration,
  passing: ['asOf'],
});
