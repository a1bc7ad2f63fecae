import type { Queue } from '../../../../store/index.ts';
import { z } from 'zod';
import { ownershipProven } from '../../../domains/ownership/index.ts';
import { defineJob, type JobHandler } from '../../../job.ts';
import type { Schedule } from '../../../schedule.ts';
import { watchDomain, watchingReports, type WatchServices } from '../alerts/watch.ts';
import { lookupHosts, type SendersServices } from '../senders/jobs.ts';
import { releaseHeld } from '../spool/release.ts';
import { recheckingReports, recheckReports } from '../store/recheck.ts';
import { nameAgain } from '../store/rename.ts';
import type { KeepMeans } from '../store/shapes.ts';
import { lookupSpfHosts } from '../store/spf-hosts-job.ts';
import { approveSender } from './approve.ts';
import type { DmarcServices } from './services.ts';
import { showDiagnostics } from './diagnostics.ts';
import { listFailures } from './failures.ts';
import { listSenders } from './senders.ts';
import { showSetupStatus } from './setup-status.ts';
import { showSummary } from './summary.ts';
import { showTls } from './tls.ts';

/** What the operations and jobs of reports work with. */
export interface ReportAnswersServices extends DmarcServices, WatchServices, KeepMeans, SendersServices {
  queue: Queue;
}

/** What reports say, and what to do about it. */
export const reportAnswersOperations = [showSummary, listSenders, approveSender, showDiagnostics, showSetupStatus, showTls, listFailures] as const;

/** Has messages read that waited, when the proof of ownership has come. */
const showHeldJob = defineJob('ownershipProven', z.object({ domainId: z.string() }));
const showHeld = showHeldJob.handledBy<WatchServices>(({ accountId, services }) => Promise.resolve({ change: tx => releaseHeld(tx, services, accountId) }));

/** Messages that waited are found by a job: there may be many. */
export const hearProven = ownershipProven.heardBy<{ queue: Queue }>(async (tx, { queue }, { accountId, domainId }) => void await queue.add(tx, accountId, [showHeldJob({ domainId })]));

/** Who names senders again, looks domains over, and shows what waited. */
export const reportAnswersJobs: readonly JobHandler<ReportAnswersServices>[] = [watchDomain, nameAgain, lookupSpfHosts, lookupHosts, showHeld, recheckReports];

/** What runs regularly. */
export const reportAnswersSchedules: readonly Schedule<ReportAnswersServices>[] = [watchingReports, recheckingReports];
