import { z } from 'zod';
import type { Db } from '../../../../store/index.ts';
import { defineJob } from '../../../job.ts';
import type { DeepSeoServices } from '../services.ts';

export const nextJob = defineJob('calculateNextSteps', z.object({ domainId: z.string() }));

/** Has what to do next calculated once more, after something became known of the domain. */
export async function askForNext(tx: Db, { queue }: Pick<DeepSeoServices, 'queue'>, accountId: string, domainId: string): Promise<void> {
  await queue.add(tx, accountId, [nextJob({ domainId }, { dedupeKey: domainId, background: true })]);
}
