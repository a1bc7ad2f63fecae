/** What has to be done for compliance. Stands in the database within the names of tasks and never changes. */
export const taskKinds = ['control', 'staleEvidence', 'document', 'affirmation', 'planReview', 'duty'] as const;
export type TaskKind = (typeof taskKinds)[number];

/** Something that is due, or was. */
export interface Task {
  /** The same as long as it is the same thing to do. */
  id: string;
  kind: TaskKind;
  /** What it is about, such as a control. */
  subject: string;
  /** Epoch milliseconds; null where nothing says by when. */
  dueAt: number | null;
  owner: string | null;
  /** Where the dashboard shows it. */
  path: string;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** How long before a task is due people are reminded of it, longest first; 0 once it is overdue. */
const steps: Readonly<Record<TaskKind, readonly number[]>> = {
  control: [14 * DAY_MS, DAY_MS, 0],
  staleEvidence: [0],
  document: [30 * DAY_MS, DAY_MS, 0],
  affirmation: [30 * DAY_MS, 7 * DAY_MS, 0],
  planReview: [30 * DAY_MS, 7 * DAY_MS, 0],
  duty: [7 * DAY_MS, DAY_MS, 4 * HOUR_MS, 0],
};

/** The reminder that is due at `now`: of several the last, so that what comes late comes once. */
export function stepOf({ kind, dueAt }: Task, now: number): number | null {
  return dueAt === null ? null : steps[kind].findLast(before => (before === 0 ? dueAt < now : dueAt - before <= now)) ?? null;
}

export function isOverdue({ dueAt }: Task, now: number): boolean {
  return dueAt !== null && dueAt < now;
}
