import type { Look } from '../../core/lookup.ts';
import type { Check, RecordStatus } from '../check.ts';
import { okUnless } from '../status.ts';
import { analyzeSoa, recordsOf } from './analyze.ts';
import { collectSoa, type SoaFacts } from './collect.ts';
import { rules } from './rules.ts';

export type { SoaFacts } from './collect.ts';

export const soaCheck: Check<'soa'> = {
  record: 'soa',
  rules,
  collect: collectSoa,
  analyze: ({ soa }) => analyzeSoa(soa),
  present: ({ soa }, issues) => presentSoa(soa, issues),
};

/** The fields of the first record. */
export function presentSoa(facts: SoaFacts, issues: readonly string[]) {
  const { mname = null, rname = null, serial = null, refresh = null, retry = null, expire = null, minimum = null } = recordsOf(facts)[0] ?? {};
  return { status: statusOf(facts.resolved, mname !== null, issues), zone: facts.zone, mname, rname, serial, refresh, retry, expire, minimum };
}

function statusOf(resolved: Look<unknown>, there: boolean, issues: readonly string[]): RecordStatus {
  if (there) return okUnless(issues);
  return resolved.outcome === 'failed' ? 'error' : 'missing';
}
