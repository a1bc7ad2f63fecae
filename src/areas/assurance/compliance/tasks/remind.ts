import { z } from 'zod';
import type { Severity } from '../../../../core/finding.ts';
import type { NewJob } from '../../../../store/index.ts';
import { defineJob } from '../../../job.ts';
import { lockAccount, textsOfAccount } from '../../../platform/account/index.ts';
import { notificationJob } from '../../../platform/notifications/index.ts';
import type { Schedule } from '../../../schedule.ts';
import type { ComplianceServices } from '../services.ts';
import { complianceTexts, type ComplianceTexts } from '../texts.ts';
import { tasksOf } from './collect.ts';
import { keyOf, noteReminders, sentReminders, takeReminders, type Reminder } from './store.ts';
import { isOverdue, stepOf, type Task, type TaskKind } from './task.ts';

const MAX_LINES = 20;

/** What people are notified of, by kind. */
export const reminderKinds = {
  'compliance.due': 'Something for compliance is due soon or overdue: a control, a document, a yearly affirmation or a review of the security plan.',
  'compliance.evidence_stale': 'Evidence for controls has become too old to count.',
  'compliance.incident_due': 'A reporting duty of a security incident is due soon or overdue.',
} as const;
type ReminderKind = keyof typeof reminderKinds;

const kinds: Readonly<Record<TaskKind, ReminderKind>> = {
  control: 'compliance.due', document: 'compliance.due', affirmation: 'compliance.due', planReview: 'compliance.due', staleEvidence: 'compliance.evidence_stale', duty: 'compliance.incident_due',
};

const remindJob = defineJob('complianceReminders', z.object({}));
type Reminding = Pick<ComplianceServices, 'store' | 'clock' | 'speak' | 'queue'>;

/** Reminds the people of one account. */
export const sendReminders = remindJob.handledBy<ComplianceServices>(({ accountId, services }) => remind(services, accountId));

/** Sends every reminder that is due and was not sent: that it was is written in the same transaction. */
export async function remind({ store, clock, speak, queue }: Reminding, accountId: string): Promise<void> {
  await store.transaction(async tx => {
    await lockAccount(tx, accountId);
    const now = clock.now();
    const sent = await sentReminders(tx, accountId);
    const due = (await tasksOf(tx, accountId, now)).flatMap(task => {
      const reminder = reminderOf(task, now);
      return reminder && !sent.has(keyOf(reminder)) ? [{ task, reminder }] : [];
    });
    if (due.length === 0) return;
    await noteReminders(tx, accountId, due.map(({ reminder }) => reminder), now);
    await queue.add(tx, accountId, reminderNotices(await textsOfAccount({ db: tx, speak }, complianceTexts, accountId), accountId, due.map(({ task }) => task), now));
  });
}

function reminderOf(task: Task, now: number): Reminder | null {
  const step = stepOf(task, now);
  return step === null ? null : { task: task.id, dueAt: task.dueAt!, step };
}

/** One notification of each kind. Pure. */
export function reminderNotices(texts: ComplianceTexts, accountId: string, tasks: readonly Task[], now: number): NewJob[] {
  return [...Map.groupBy(tasks, ({ kind }) => kinds[kind])].map(([kind, of]) => {
    const overdue = of.filter(task => isOverdue(task, now)).length;
    const lines = of.slice(0, MAX_LINES).map(task => lineOf(texts, task, now));
    return notificationJob({
      kind, severity: severityOf(kind, overdue > 0), subjectType: 'account', subjectId: accountId, title: texts.reminders[kind](of.length, overdue),
      body: [...lines, ...(of.length > MAX_LINES ? [texts.more(of.length - MAX_LINES)] : [])].join('\n'),
      data: { path: of.length === 1 ? of[0]!.path : '/compliance/tasks', tasks: of.length, overdue },
    });
  });
}

function lineOf(texts: ComplianceTexts, { kind, subject, dueAt }: Task, now: number): string {
  const when = texts.language.isoMinute(dueAt!);
  return kind === 'staleEvidence' ? texts.staleSince(subject, when) : dueAt! < now ? texts.overdueSince(subject, when) : texts.dueBy(subject, when);
}

function severityOf(kind: ReminderKind, isLate: boolean): Severity {
  if (kind === 'compliance.incident_due') return isLate ? 'critical' : 'high';
  return isLate && kind === 'compliance.due' ? 'medium' : 'low';
}

/** Accounts are judged every hour. */
export const reminding: Schedule<ComplianceServices> = {
  name: 'compliance reminders',
  async due(tx, { queue }, now, max) {
    const accounts = await takeReminders(tx, now, max);
    for (const accountId of accounts) await queue.add(tx, accountId, [remindJob({}, { dedupeKey: accountId, background: true })]);
    return accounts.length;
  },
};
