import { z } from 'zod';
import { known } from '../../../../core/access.ts';
import { operationIn } from '../../../../core/operation.ts';
import { cutPage, decodeCursor, pageInput, pageOf } from '../../../../core/page.ts';
import { several } from '../../../../core/several.ts';
import type { ComplianceServices } from '../services.ts';
import { tasksOf } from './collect.ts';
import { isOverdue, taskKinds, type Task } from './task.ts';

const LIST = 'compliance.tasks';

const TaskRecord = z.object({
  kind: z.enum(taskKinds),
  subject: z.string().describe('What it is about, such as a control'),
  dueAt: z.iso.datetime().nullable().describe('Null where nothing says by when, such as before the first affirmation'),
  overdue: z.boolean(),
  owner: z.string().nullable(),
  path: z.string().describe('The page that shows it'),
}).meta({ id: 'ComplianceTask' });

const list = operationIn<ComplianceServices>()({
  id: 'compliance.tasks.list',
  summary: 'List what has to be done',
  description: 'Open controls with a due date, evidence that is too old, documents that expire within 30 days, yearly affirmations, the yearly review of the security plan, and reporting duties of incidents, soonest first. People are reminded of them by notifications.',
  method: 'GET',
  path: '/api/compliance/tasks',
  access: { scope: 'compliance' },
  plan: 'pro',
  allowance: 'none',
  input: z.strictObject({ kind: several(z.enum(taskKinds)).optional(), overdue: z.stringbool().optional().describe('Only what is overdue'), ...pageInput }),
  output: pageOf(TaskRecord).extend({ total: z.int(), late: z.int().describe('Overdue ones among all that match') }),
  examples: [{ input: {}, says: 'All of it' }, { input: { overdue: 'true' }, says: 'What is overdue' }],
  run: async ({ caller, now }, { db }, { kind, overdue, limit, cursor }) => {
    const tasks = (await tasksOf(db, known(caller).account.id, now)).filter(task => (kind === undefined || kind.includes(task.kind)) && (!overdue || isOverdue(task, now)));
    const after = decodeCursor(LIST, cursor)?.at ?? -1;
    const rows = tasks.map((task, at) => ({ task, at })).filter(({ at }) => at > after).slice(0, limit + 1);
    const page = cutPage(LIST, rows, limit, ({ at }) => ({ at, id: 'tsk_0' }), ({ task }) => present(task, now));
    return { ...page, total: tasks.length, late: tasks.filter(task => isOverdue(task, now)).length };
  },
});

function present(task: Task, now: number): z.output<typeof TaskRecord> {
  const { kind, subject, dueAt, owner, path } = task;
  return { kind, subject, dueAt: dueAt === null ? null : new Date(dueAt).toISOString(), overdue: isOverdue(task, now), owner, path };
}

export const taskOperations = [list] as const;
