import { planCovers, type Plan } from '../../../core/access.ts';
import { Problem } from '../../../core/problem.ts';
import type { Db } from '../../../store/index.ts';
import { ownedBy } from '../../domains/ownership/index.ts';
import { startRun } from '../../platform/runs/index.ts';
import { nextTime, type Schedule } from '../../schedule.ts';
import { accessibilityAudit } from './audit/run.ts';
import type { AccessibilityServices } from './services.ts';
import { FOREIGN_PAGES, pagesByPlan, settle, type AuditChoices } from './settings.ts';
import { dueSchedules, moveSchedule, saveSchedule } from './store/schedules.ts';

const DAY_MS = 86_400_000;
/** How often a domain is audited by itself at most, in days. */
const leastDays: Readonly<Record<Plan, number>> = { free: 90, pro: 7, enterprise: 1 };

interface Planned {
  accountId: string;
  plan: Plan;
  domainId: string;
  choices: AuditChoices;
  everyDays: number;
}

/** Audits the domain again every so many days; throws `Problem` where the plan has it less often. */
export async function planSchedule(tx: Db, { accountId, plan, domainId, choices, everyDays }: Planned, now: number): Promise<void> {
  if (everyDays < leastDays[plan]) throw new Problem('plan_upgrade_required', `The plan ${plan} audits accessibility every ${leastDays[plan]} days at most: the plan enterprise does so daily.`, { required_plan: 'enterprise' });
  await saveSchedule(tx, { domain_id: domainId, account_id: accountId, settings: JSON.stringify(choices), every_days: everyDays, due_at: nextTime(now, everyDays * DAY_MS, domainId) });
}

/** Audits whose time has come. */
export const auditing: Schedule<Pick<AccessibilityServices, 'queue' | 'newId' | 'clock'>> = {
  name: 'accessibility-audit',
  async due(tx, services, now, max) {
    const rows = await dueSchedules(tx, now, max);
    for (const row of rows) {
      const plan = row.plan as Plan;
      const isOurs = await moveSchedule(tx, row, nextTime(now, row.every_days * DAY_MS, row.domain_id));
      if (!isOurs || !planCovers(plan, 'pro')) continue;
      const proven = await ownedBy(tx, row.account_id, row.name, now) !== null;
      const settings = settle(within(JSON.parse(row.settings) as AuditChoices, { proven, plan }), { domain: row.name, domainId: row.domain_id, plan, proven });
      await startRun(tx, services, { accountId: row.account_id, kind: accessibilityAudit, subject: { type: 'domain', id: row.domain_id, label: row.name }, input: { settings }, trigger: 'schedule', allowance: null, dedupeKey: row.domain_id });
    }
    return rows.length;
  },
};

/** What was asked for while the domain was proven, or on a larger plan, shrinks with it. */
function within({ urls, ...choices }: AuditChoices, { proven, plan }: { proven: boolean; plan: Plan }): AuditChoices {
  const most = Math.min(choices.maxPages, proven ? pagesByPlan[plan] : FOREIGN_PAGES);
  return { ...choices, maxPages: most, urls: urls?.slice(0, Math.max(1, most)) };
}
