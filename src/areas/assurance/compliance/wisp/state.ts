import { planFields } from '../catalogue/wisp.ts';
import { yearAfter } from '../clocks/days.ts';
import { entriesIn, type PlanRow } from './store.ts';

export const planStates = ['none', 'draft', 'reviewed', 'reviewDue'] as const;
export type PlanState = (typeof planStates)[number];

/** What is missing of a plan, and when it is to be reviewed. */
export interface PlanStatus {
  state: PlanState;
  /** Entries that nobody wrote, as `section.field`. */
  missing: string[];
  /** `YYYY-MM-DD`. */
  nextReviewOn: string | null;
}

/** Judges the plan on the day (UTC) of `now`: it is reviewed once every entry is written and a review is less than a year old. */
export function planStatus(row: PlanRow | null, now: number): PlanStatus {
  const entries = entriesIn(row);
  const missing = [...planFields.keys()].filter(id => entries[id] === undefined);
  const nextReviewOn = row?.reviewed_on == null ? null : yearAfter(row.reviewed_on);
  const today = new Date(now).toISOString().slice(0, 10);
  const isDue = nextReviewOn !== null && nextReviewOn < today;
  return { missing, nextReviewOn, state: row === null ? 'none' : isDue ? 'reviewDue' : missing.length > 0 || nextReviewOn === null ? 'draft' : 'reviewed' };
}
