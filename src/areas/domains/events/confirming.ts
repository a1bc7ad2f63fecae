import { z } from 'zod';
import type { NewJob } from '../../../store/index.ts';
import { defineJob } from '../../job.ts';

/** Has a domain scanned again, to confirm a change or to see what an announced one has left. */
export const confirmDomain = defineJob('confirmDomain', z.object({ domainId: z.string() }));

/** The job that does so at `runAt`, once however often it is asked for. */
export function confirmAt(domainId: string, runAt: number): NewJob {
  return confirmDomain({ domainId }, { runAt, dedupeKey: `${domainId}:${runAt}` });
}
