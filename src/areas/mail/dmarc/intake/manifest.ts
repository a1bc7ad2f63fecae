import type { JobHandler, Schedule } from '../../../platform/runs/index.ts';
import { fetchFolder, fetchMailbox, foldersDue, mailboxesDue } from '../mailboxes/jobs.ts';
import { mailboxOperations } from '../mailboxes/operations.ts';
import { spoolOperations } from '../spool/operations.ts';
import { parseMessage } from '../spool/parse-job.ts';
import { givenUpMessages, sweeping, sweepSpool } from '../spool/sweep.ts';
import type { IntakeOperationsContext } from './context.ts';
import { intakeOperations } from './operations.ts';

/** The operations on ways in, messages and mailboxes. */
export const reportIntakeOperations = [...intakeOperations, ...spoolOperations, ...mailboxOperations] as const;

/** Who parses messages, fetches them, and removes what was kept long enough. */
export const reportIntakeJobs: Readonly<Record<'dmarcParse' | 'dmarcSweep' | 'dmarcFetch' | 'dmarcFolder', JobHandler<IntakeOperationsContext>>> = {
  dmarcParse: parseMessage, dmarcSweep: sweepSpool, dmarcFetch: fetchMailbox, dmarcFolder: fetchFolder,
};

/** What is looked into again and again. */
export const reportIntakeSchedules: readonly Schedule<IntakeOperationsContext>[] = [givenUpMessages, sweeping, mailboxesDue, foldersDue];
