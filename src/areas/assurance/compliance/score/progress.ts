import { isSettled, statuses, type Assessments, type Status } from '../assessment.ts';
import type { Framework } from '../catalogue/framework.ts';

/** How far a framework is: how many controls have each status, and the share that is met or does not apply, 0 to 100. */
export interface Progress {
  total: number;
  byStatus: Record<Status, number>;
  percent: number;
  families: { family: string; total: number; settled: number }[];
}

/** Counts over all controls that are assessed; headings are none. */
export function progressOf({ controls }: Framework, assessments: Assessments): Progress {
  const assessed = controls.filter(({ heading }) => !heading);
  const byStatus = Object.fromEntries(statuses.map(status => [status, 0])) as Record<Status, number>;
  const families = new Map<string, { family: string; total: number; settled: number }>();
  for (const { id, family } of assessed) {
    const status = assessments.get(id) ?? 'notAssessed';
    byStatus[status]++;
    const of = families.get(family) ?? { family, total: 0, settled: 0 };
    of.total++;
    if (isSettled(status)) of.settled++;
    families.set(family, of);
  }
  const settled = byStatus.met + byStatus.notApplicable;
  return { total: assessed.length, byStatus, percent: Math.floor(settled / assessed.length * 100), families: [...families.values()] };
}
