import { defineCheck } from '../check.ts';
import type { RegistrationFacts } from '../registration/index.ts';
import { analyzeDnssec, type Others } from './analyze.ts';
import { collectDnssec, type DnssecFacts } from './collect.ts';
import { presentDnssec, readDnssec, summarizeDnssec } from './present.ts';
import { rules } from './rules.ts';
import { DnssecShape } from './shape.ts';

export type { DnssecFacts } from './collect.ts';

declare module '../check.ts' {
  interface AllFacts {
    dnssec: DnssecFacts;
  }
}

export const dnssecCheck = defineCheck({
  record: 'dnssec',
  label: 'DNSSEC',
  title: 'DNSSEC',
  group: 'name',
  score: { group: 'dnssecAndCaa', points: 7 },
  depth: 'check',
  isGlanced: true,
  rules,
  collect: collectDnssec,
  analyze: ({ dnssec, registration }) => analyzeDnssec(dnssec, othersOf(registration)),
  shape: DnssecShape,
  present: ({ dnssec }, issues) => presentDnssec(dnssec, issues),
  summarize: summarizeDnssec,
  read: readDnssec,
  ordered: ['chain'],
});

function othersOf({ registeredDomain, outcome, registration, failed }: RegistrationFacts): Others {
  return { registeredDomain, registrySigned: registration?.dnssec ?? null, registryFailed: outcome === 'failed' ? `registration of ${registeredDomain}: ${failed}` : null };
}
