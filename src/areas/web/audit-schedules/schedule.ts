import { planCovers, planNames, type Plan } from '../../../core/access.ts';
import { Problem } from '../../../core/problem.ts';
import type { Db } from '../../../store/index.ts';
import type { DomainsServices } from '../../domains/inventory/index.ts';
import { ownedBy } from '../../domains/ownership/index.ts';
import type { Plans, PlanTerms } from '../../platform/account/index.ts';
import { startRun } from '../../platform/runs/index.ts';
import type { RunKind } from '../../run-kind.ts';
import { nextTime, type Schedule } from '../../schedule.ts';
import type { AuditKind } from './kinds.ts';
import { dueSchedules, moveSchedule, saveSchedule, type ScheduleRow } from './store.ts';

const DAY_MS = 86_400_000;
/** How often a domain is audited by itself at most, in days. */
const leastDays: Readonly<Record<Plan, number>> = { free: 90, pro: 7, enterprise: 1 };

/** What an area states of the audits that it does. */
export interface ScheduledAudit<Choices, Settings> {
  kind: AuditKind;
  run: RunKind<{ settings: Settings }>;
  /** What they do, such as `audits a site`. */
  does: string;
  /** What is left of choices that were made while the domain was proven, or on a larger plan. */
  within(choices: Choices, now: { proven: boolean; terms: PlanTerms }): Choices;
  settle(choices: Choices, of: { domain: string; domainId: string; plan: Plan; plans: Plans; proven: boolean }): Settings;
}

interface Planned<Choices> {
  accountId: string;
  domainId: string;
  choices: Choices;
  everyDays: number;
}

/** Audits of one kind that are done again by themselves: `judge` gives the refusal where the plan has them less often, `plan` schedules them, `due` starts those whose time has come. */
export function scheduleAudits<Choices, Settings>({ kind, run, does, within, settle }: ScheduledAudit<Choices, Settings>) {
  /** Null where the plan has no such audits any more. */
  const settled = (row: Pick<ScheduleRow, 'settings' | 'domain_id'> & { name: string }, { plan, plans, proven }: { plan: Plan; plans: Plans; proven: boolean }): Settings | null => {
    try {
      return settle(within(JSON.parse(row.settings) as Choices, { proven, terms: plans[plan] }), { domain: row.name, domainId: row.domain_id, plan, plans, proven });
    } catch (error) {
      if (error instanceof Problem) return null;
      throw error;
    }
  };

  return {
    judge(plan: Plan, everyDays: number | undefined): Problem | null {
      if (everyDays === undefined || everyDays >= leastDays[plan]) return null;
      return new Problem('plan_upgrade_required', `The ${planNames[plan]} plan ${does} every ${leastDays[plan]} days at most; the ${planNames.enterprise} plan does so daily.`, { required_plan: 'enterprise' });
    },
    async plan(tx: Db, { accountId, domainId, choices, everyDays }: Planned<Choices>, now: number): Promise<void> {
      await saveSchedule(tx, { domain_id: domainId, kind, account_id: accountId, settings: JSON.stringify(choices), every_days: everyDays, due_at: nextTime(now, everyDays * DAY_MS, domainId) });
    },
    due: {
      name: kind,
      async due(tx, services, now, max) {
        const rows = await dueSchedules(tx, kind, now, max);
        for (const row of rows) {
          const { plans } = services, plan = row.plan as Plan;
          const isOurs = await moveSchedule(tx, row, nextTime(now, row.every_days * DAY_MS, row.domain_id));
          if (!isOurs || !planCovers(plan, 'pro')) continue;
          const proven = await ownedBy(tx, row.account_id, row.name, now) !== null;
          const settings = settled(row, { plan, plans, proven });
          if (settings === null) continue;
          await startRun(tx, services, { accountId: row.account_id, kind: run, subject: { type: 'domain', id: row.domain_id, label: row.name }, input: { settings }, trigger: 'schedule', allowance: null, dedupeKey: row.domain_id });
        }
        return rows.length;
      },
    } satisfies Schedule<Pick<DomainsServices, 'queue' | 'newId' | 'clock' | 'plans'>>,
  };
}
