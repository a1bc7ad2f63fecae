import { planCovers, type Account, type Plan } from '../../../../core/access.ts';
import { Problem } from '../../../../core/problem.ts';
import { nextTime, type Schedule } from '../../../schedule.ts';
import { NEVER_OPENS, nextOpen } from '../businesses/hours.ts';
import type { ScanSchedule } from '../businesses/schedule-shapes.ts';
import { dueBusinesses, hoursOf, moveDue, noteSkipped } from '../businesses/store.ts';
import { PLAN_LACKS_IT } from '../store/spending.ts';
import { startScan, type Starting } from './start.ts';

const DAY_MS = 86_400_000;

/** Scans the rank grids of businesses whose time has come, within opening hours where that is wanted; one that may not be made now says why, and waits for its next time. */
export const scanningGrids: Schedule<Starting> = {
  name: 'rank-grids',
  async due(tx, services, now, max) {
    const rows = await dueBusinesses(tx, now, max);
    for (const { plan, operator, trusted, ...business } of rows) {
      const account: Account = { id: business.account_id, name: '', plan: plan as Plan, operator: operator === 1, trusted: trusted === 1 };
      const { everyDays, withinHours, maxCostUsd, ...choices } = JSON.parse(business.schedule!) as ScanSchedule;
      const opensAt = withinHours ? nextOpen(hoursOf(business), business.time_zone, now) : now;
      const isOurs = await moveDue(tx, business, opensAt !== null && opensAt > now ? opensAt : nextTime(now, everyDays * DAY_MS, business.id));
      if (!isOurs) continue;
      const why = !planCovers(account.plan, 'pro') ? PLAN_LACKS_IT : opensAt === null ? NEVER_OPENS : opensAt > now ? 'The business was closed. The scan will start when it opens.' : null;
      if (why !== null) {
        await noteSkipped(tx, business.id, why);
        continue;
      }
      try {
        await startScan(tx, services, { account, business, choices, maxCostUsd, now }, { trigger: 'schedule', allowance: null });
        await noteSkipped(tx, business.id, null);
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        await noteSkipped(tx, business.id, error.message);
      }
    }
    return rows.length;
  },
};
