import { z } from 'zod';
import type { CheckResult } from '../check/index.ts';

/** The records that a list of domains shows at a glance. */
const glanced = ['spf', 'dkim', 'dmarc', 'mx', 'nameservers', 'tls', 'dnssec'] as const;

const Standing = z.enum(['ok', 'mend', 'grave', 'unknown', 'absent'])
  .describe('`grave`: a critical or high issue; `mend`: another issue; `unknown`: the look could not tell; `absent`: there is none, and none is needed, or the domain does not exist');
type Standing = z.output<typeof Standing>;

export const Standings = z.object({ spf: Standing, dkim: Standing, dmarc: Standing, mx: Standing, nameservers: Standing, tls: Standing, dnssec: Standing });

/** How each of these records stands by its findings; advice says nothing of it. */
export function standingsOf({ records, findings }: Pick<CheckResult, 'records' | 'findings'>): z.output<typeof Standings> {
  const counting = findings.filter(({ severity }) => severity !== 'info');
  const exists = !counting.some(({ record, state }) => record === 'domain' && state === 'fail');
  const standingOf = (record: (typeof glanced)[number]): Standing => {
    const own = counting.filter(finding => finding.record === record);
    const failed = own.filter(({ state }) => state === 'fail');
    if (!exists) return 'absent';
    if (failed.some(({ severity }) => severity === 'critical' || severity === 'high')) return 'grave';
    if (failed.length > 0) return 'mend';
    if (own.some(({ state }) => state === 'unknown')) return 'unknown';
    return records[record].status === 'missing' || records[record].status === 'notTested' ? 'absent' : 'ok';
  };
  return Object.fromEntries(glanced.map(record => [record, standingOf(record)])) as z.output<typeof Standings>;
}
