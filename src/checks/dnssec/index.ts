import type { ZoneLink } from '../../core/lookup.ts';
import type { Check, RecordStatus } from '../check.ts';
import type { RegistrationFacts } from '../registration/index.ts';
import { okUnless } from '../status.ts';
import { algorithmOf } from './algorithms.ts';
import { analyzeDnssec, type Others } from './analyze.ts';
import { collectDnssec, type DnssecFacts } from './collect.ts';
import { rules } from './rules.ts';
import { standingOf } from './standing.ts';

export type { DnssecFacts } from './collect.ts';

export const dnssecCheck: Check<'dnssec'> = {
  record: 'dnssec',
  rules,
  collect: collectDnssec,
  analyze: ({ dnssec, registration }) => analyzeDnssec(dnssec, othersOf(registration)),
  present: ({ dnssec }, issues) => presentDnssec(dnssec, issues),
};

function othersOf({ registeredDomain, outcome, registration, failed }: RegistrationFacts): Others {
  return { registeredDomain, registrySigned: registration?.dnssec ?? null, registryFailed: outcome === 'failed' ? failed : null };
}

/** The chain of trust, and how the zone that holds the domain is signed. */
function presentDnssec(facts: DnssecFacts, issues: readonly string[]) {
  const { chain } = facts;
  const link = chain.at(-1);
  const own = standingOf(facts).kind === 'signed' ? link : undefined;
  return {
    status: statusOf(facts, issues),
    chain: chain.map(({ zone, status, reason }) => ({ zone: zone === '' ? '.' : zone, status, reason })),
    algorithm: own ? algorithmsOf(own) : null,
    keys: own?.keys.map(({ keyTag, algorithm, flags, bits }) => ({ keyTag, algorithm, flags, bits })) ?? [],
    ds: own?.ds ?? [],
    denial: own?.denial ?? null,
  };
}

function statusOf(facts: DnssecFacts, issues: readonly string[]): RecordStatus {
  const { kind } = standingOf(facts);
  if (kind === 'notValidated') return 'notTested';
  return kind === 'unsigned' || kind === 'above' ? 'missing' : okUnless(issues);
}

/** `ECDSAP256SHA256`, or several joined by a comma. */
function algorithmsOf({ keys, ds }: ZoneLink): string {
  const used = keys.length > 0 ? keys : ds;
  return [...new Set(used.map(({ algorithm }) => algorithmOf(algorithm).name))].join(', ');
}
