import { z } from 'zod';
import type { Db } from '../../../store/index.ts';
import { defineJob } from '../../job.ts';
import { crawledPages, findEndedAudit, linksWithin, siteAuditEnded } from '../site-audit/index.ts';
import { askForNext } from './next/ask.ts';
import { importNow } from './search-data/job.ts';
import type { DeepSeoServices } from './services.ts';
import { addGroups, addPages, beginAnalysis, endAnalysis, failAnalysis } from './store.ts';

const analyzeJob = defineJob('analyzeSiteAudit', z.object({ auditId: z.string() }));
/** Then whoever asks is told that it failed. */
const MAX_ATTEMPTS = 3;

/** Has an audit analysed that came to its end. */
export const analyzeWhenEnded = siteAuditEnded.heardBy<DeepSeoServices>((tx, services, { accountId, auditId }) => askToAnalyze(tx, services, accountId, auditId));

export async function askToAnalyze(tx: Db, { queue }: Pick<DeepSeoServices, 'queue'>, accountId: string, auditId: string): Promise<void> {
  await queue.add(tx, accountId, [analyzeJob({ auditId }, { dedupeKey: auditId, background: true })]);
}

/** Analyses an audit on a thread of its own. Begun again, it comes to the same. */
export const analyzeAudit = analyzeJob.handledBy<DeepSeoServices>(async ({ id, accountId, payload: { auditId }, services, signal, attempts }) => {
  const { db, store, clock, analysisThreads } = services;
  const audit = await findEndedAudit(db, accountId, auditId);
  if (!audit) return;
  if (!await store.transaction(tx => beginAnalysis(tx, { auditId, accountId, domainId: audit.domainId, jobId: id, now: clock.now() }))) return;
  try {
    const analysis = await analysisThreads.analyze({
      next: async after => {
        const pages = await crawledPages(db, auditId, after);
        return { pages, links: await linksWithin(db, auditId, after, pages.at(-1)?.page ?? after) };
      },
      takePages: pages => addPages(db, auditId, pages),
      takeGroups: groups => addGroups(db, auditId, groups),
    }, signal);
    return {
      change: async tx => {
        await endAnalysis(tx, auditId, analysis, clock.now());
        await askForNext(tx, services, accountId, audit.domainId);
        await importNow(tx, services, accountId, audit.domainId, 'indexNow');
      },
    };
  } catch (error) {
    signal.throwIfAborted();
    if (attempts < MAX_ATTEMPTS) throw error;
    return { change: tx => failAnalysis(tx, auditId, (error as Error).message) };
  }
});
