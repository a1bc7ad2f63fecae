import type { JobHandler } from '../../../job.ts';
import type { Schedule } from '../../../schedule.ts';
import { fetchFolder, fetchMailbox, foldersDue, mailboxesDue } from '../mailboxes/jobs.ts';
import { mailboxOperations } from '../mailboxes/operations.ts';
import { spoolOperations } from '../spool/operations.ts';
import { parseMessage } from '../spool/parse-job.ts';
import { givenUpMessages, sweeping, sweepSpool } from '../spool/sweep.ts';
import type { IntakeOperationsServices } from './services.ts';
import { intakeOperations } from './operations.ts';
import { proveAgain } from './prove-again.ts';
import { secretIntakeOperations } from './secret-operations.ts';

/** The operations on ways in, messages and mailboxes. */
export const reportIntakeOperations = [...intakeOperations, ...secretIntakeOperations, ...spoolOperations, ...mailboxOperations] as const;

/** Who parses messages, fetches them, and removes what was kept long enough. */
export const reportIntakeJobs: readonly JobHandler<IntakeOperationsServices>[] = [parseMessage, proveAgain, sweepSpool, fetchMailbox, fetchFolder];

/** What runs regularly. */
export const reportIntakeSchedules: readonly Schedule<IntakeOperationsServices>[] = [givenUpMessages, sweeping, mailboxesDue, foldersDue];
