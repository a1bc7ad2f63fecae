import { z } from 'zod';
import type { NewJob } from '../../../../store/index.ts';
import { defineJob } from '../../../job.ts';

const Naming = z.strictObject({ domainNo: z.number(), reports: z.array(z.number()), waits: z.number(), addresses: z.array(z.string()).default([]) });

/** Names the senders of reports of a domain again, once their host names were looked up. */
export const nameJob = defineJob('dmarcName', Naming);

/** Host names are waited for so long, again and again. */
const PAUSE_MS = 60_000;

export function namingJob(payload: z.input<typeof Naming>, now: number): NewJob {
  return nameJob(payload, { runAt: now + PAUSE_MS, background: true });
}
