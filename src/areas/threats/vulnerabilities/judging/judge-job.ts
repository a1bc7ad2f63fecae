import { z } from 'zod';
import type { Db, Queue } from '../../../../store/index.ts';
import { defineJob } from '../../../job.ts';
import { componentsSeen } from '../../exposure/index.ts';
import type { VulnerabilitiesServices } from '../services.ts';
import { prepareSources } from '../seed/prepare.ts';
import { domainsWithComponents } from '../store/components.ts';
import { judgeDomain } from './judge-domain.ts';

const judgeJob = defineJob('judgeVulnerabilities', z.object({ domainId: z.string() }));

export const judgeVulnerabilities = judgeJob.handledBy<VulnerabilitiesServices>(async ({ services, accountId, payload: { domainId } }) => {
  await prepareSources(services.store, services.clock.now());
  await services.store.transaction(tx => judgeDomain(tx, services, accountId, domainId, services.clock.now()));
});

/** A scan has seen what hosts run. */
export const judgeWhatWasSeen = componentsSeen.heardBy<VulnerabilitiesServices>((tx, { queue, clock }, { accountId, domainId }) => askToJudge(tx, queue, accountId, domainId, clock.now()));

/** Has a domain judged with what is known and installed at `now`. One that is being judged may not know of it yet, so it is judged once more. */
export async function askToJudge(tx: Db, queue: Pick<Queue, 'add'>, accountId: string, domainId: string, now: number): Promise<void> {
  await queue.add(tx, accountId, [judgeJob({ domainId }, { dedupeKey: `${domainId} ${now}`, background: true })]);
}

/** Has every domain judged of which something is known to be installed; without a queue nothing is judged. */
export async function judgeEverything(tx: Db, { queue }: { queue?: Pick<Queue, 'add'> }, now: number): Promise<void> {
  if (!queue) return;
  for (const [domainId, accountId] of await domainsWithComponents(tx)) await askToJudge(tx, queue, accountId, domainId, now);
}
