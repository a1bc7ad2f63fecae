import { planNames, type Account, type Plan } from '../../../core/access.ts';
import { invalid } from '../../../core/invalid-input.ts';
import { Problem } from '../../../core/problem.ts';
import { cheapestPlan, type Plans } from '../../platform/account/index.ts';
import { nextTime } from '../../schedule.ts';

const MINUTE_MS = 60_000;

/** Minutes between two scans of a domain of this plan; `own` is what was asked for, null for the shortest. */
export function intervalOf(plans: Plans, plan: Plan, own: number | null): number {
  return Math.max(own ?? 0, plans[plan].shortestMonitoringHours * 60);
}

/** When a domain that was scanned, or added, at `lastAt` is scanned next: not before `now`, and not later than one interval from it, even if the clock was ahead at `lastAt`. */
export function dueAfter(lastAt: number, intervalMinutes: number, id: string, now: number): number {
  return Math.max(now, nextTime(Math.min(lastAt, now), intervalMinutes * MINUTE_MS, id));
}

/** The refusal of an interval that the plan does not have; null where it has it, or none is given. */
export function judgeInterval(plans: Plans, { plan }: Account, wanted: number | null | undefined): Problem | null {
  if (wanted === null || wanted === undefined) return null;
  const shortest = intervalOf(plans, plan, null);
  if (wanted >= shortest) return null;
  const better = cheapestPlan(plans, ({ shortestMonitoringHours }) => shortestMonitoringHours * 60 <= wanted);
  if (better === null) return invalid([{ path: ['intervalMinutes'], message: `Give at least ${shortest} minutes.` }]);
  return new Problem('plan_upgrade_required', `The ${planNames[plan]} plan scans every ${shortest} minutes at most; the ${planNames[better]} plan scans more often.`, { required_plan: better });
}
