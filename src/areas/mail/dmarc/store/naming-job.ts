import { z } from 'zod';
import type { NewJob } from '../../../../store/index.ts';

/** Job that names the senders of reports of a domain again, once their host names were looked up. */
export const NAME_JOB = 'dmarcName';
export const NameJob = z.strictObject({ domainNo: z.number(), reports: z.array(z.number()), waits: z.number() });

/** Host names are waited for so long, again and again. */
const PAUSE_MS = 60_000;

export function namingJob(payload: z.infer<typeof NameJob>, now: number): NewJob {
  return { kind: NAME_JOB, payload, runAt: now + PAUSE_MS, background: true };
}
