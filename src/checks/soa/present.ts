import type { z } from 'zod';
import type { Lookup } from '../../core/lookup.ts';
import type { ReadableField } from '../check.ts';
import type { RecordStatus } from '../shape.ts';
import { okUnless } from '../status.ts';
import { recordsOf } from './analyze.ts';
import type { SoaFacts } from './collect.ts';
import type { SoaShape } from './shape.ts';

type Shown = z.output<typeof SoaShape>;

/** The fields of the first record. */
export function presentSoa(facts: SoaFacts, issues: readonly string[]) {
  const { mname = null, rname = null, serial = null, refresh = null, retry = null, expire = null, minimum = null } = recordsOf(facts)[0] ?? {};
  return { status: statusOf(facts.resolved, mname !== null, issues), zone: facts.zone, mname, rname, serial, refresh, retry, expire, minimum };
}

function statusOf(resolved: Lookup<unknown>, there: boolean, issues: readonly string[]): RecordStatus {
  if (there) return okUnless(issues);
  return resolved.outcome === 'failed' ? 'error' : 'missing';
}

/** What was found in a few words. */
export function summarizeSoa({ serial, mname }: Shown): string {
  return serial === null ? '' : `serial ${serial}, ${mname}`;
}

/** In what a change is reported. */
export function readSoa({ mname, rname, refresh, retry, expire, minimum }: Shown): readonly ReadableField[] {
  return [
    ['Primary nameserver', [mname]],
    ['Contact of the zone', [rname]],
    ['Times of the zone', refresh === null ? [] : [`refresh ${refresh}, retry ${retry}, expire ${expire}, minimum ${minimum}`]],
  ];
}
