import type { Queue } from '../../../../store/index.ts';
import type { JobHandler } from '../../../platform/runs/index.ts';
import { WATCH_JOB, watchDomain, type WatchContext } from '../alerts/watch.ts';
import { lookUpHosts, type SendersContext } from '../senders/jobs.ts';
import { release } from '../store/domain-row.ts';
import { NAME_JOB } from '../store/naming-job.ts';
import { nameAgain } from '../store/rename.ts';
import type { KeepMeans } from '../store/shapes.ts';
import { lookUpSpfHosts, SPF_HOSTS_JOB } from '../store/spf-hosts-job.ts';
import { approveSender } from './approve.ts';
import type { DmarcContext } from './context.ts';
import { showDiagnostics } from './diagnostics.ts';
import { listFailures } from './failures.ts';
import { listSenders } from './senders.ts';
import { showSetupStatus } from './setup-status.ts';
import { showSummary } from './summary.ts';
import { showTls } from './tls.ts';

/** What the operations and jobs of reports work with. */
export interface ReportAnswersContext extends DmarcContext, WatchContext, KeepMeans, SendersContext {
  queue: Queue;
}

/** What reports say, and what to do about it. */
export const reportAnswersOperations = [showSummary, listSenders, approveSender, showDiagnostics, showSetupStatus, showTls, listFailures] as const;

/** Shows reports that waited, when the proof of ownership has come. */
const showHeld: JobHandler<WatchContext> = ({ accountId, context: { clock } }) => Promise.resolve({ change: async tx => void await release(tx, accountId, clock.now()) });

/** Who names senders again, looks domains over, and shows what waited. */
export const reportAnswersJobs: Readonly<Record<string, JobHandler<ReportAnswersContext>>> = {
  [WATCH_JOB]: watchDomain, [NAME_JOB]: nameAgain, [SPF_HOSTS_JOB]: lookUpSpfHosts, dmarcHosts: lookUpHosts, ownershipProven: showHeld,
};
