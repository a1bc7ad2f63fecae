import { z } from 'zod';
import type { Db } from '../../../store/index.ts';
import { defineJob } from '../../job.ts';
import { judgeAgain } from './results/exclude.ts';
import type { SiteAuditServices } from './services.ts';
import { findAudit, finishedAudits } from './store/audits.ts';
import { exclusionChanges, exclusionsOf, noteJudged } from './store/exclusions.ts';

const Again = z.object({ domainId: z.string(), auditId: z.string(), change: z.number().int() });
const againJob = defineJob('judgeSiteAuditAgain', Again);

/** Has the stored issues of an audit judged by the patterns that hold since a change of them. */
export async function askToJudgeAgain(tx: Db, { queue }: Pick<SiteAuditServices, 'queue'>, accountId: string, again: z.output<typeof Again>): Promise<void> {
  await queue.add(tx, accountId, [againJob(again, { dedupeKey: `${again.auditId} ${again.change}` })]);
}

/** Done again, it comes to the same; once the patterns are changed again, the rest is left to the job of that change. */
export const judgeExcluded = againJob.handledBy<SiteAuditServices>(async ({ accountId, payload: { domainId, auditId, change }, services: { store, db }, signal }) => {
  const isCurrent = async (at: Db): Promise<boolean> => (await exclusionChanges(at, domainId)).changed === change;
  const audit = await findAudit(db, accountId, auditId);
  if (!audit?.summary || !await isCurrent(db)) return;
  const end = await judgeAgain(store, audit, await exclusionsOf(db, domainId), isCurrent, signal);
  if (end === null) return;
  return {
    async change(tx) {
      if (!await isCurrent(tx)) return;
      await end(tx);
      const [last] = await finishedAudits(tx, accountId, domainId, 1);
      if (last?.id === auditId) await noteJudged(tx, domainId, change);
    },
  };
});
