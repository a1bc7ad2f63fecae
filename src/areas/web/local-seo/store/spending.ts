import { z } from 'zod';
import { planNames, type Account } from '../../../../core/access.ts';
import { Problem } from '../../../../core/problem.ts';
import type { Db } from '../../../../store/index.ts';
import type { SettingsSection } from '../../../area.ts';
import { cheapestPlan, readSettings, type Plans } from '../../../platform/account/index.ts';
import { giveBack, spend, usdSince } from '../../spending/index.ts';

const PURPOSE = 'localSeo';

/** Why nothing is asked regularly for an account whose plan is a smaller one now. */
export const PLAN_LACKS_IT = 'Local SEO needs the Pro or Enterprise plan.';

/** What an account may spend at search services in a month (UTC), at the prices of the catalog. */
export const spendingSettings = {
  fields: { monthlyUsd: z.number().min(0).max(1_000_000).nullable().describe('Monthly cap on the account\'s search costs in US dollars (UTC months); null for no cap') },
  defaults: { monthlyUsd: null },
} satisfies SettingsSection;

/** What is asked for, and what it costs at most. */
interface Expense {
  points: number;
  usd: number;
}

/** What the account has spent in the month of `now`, and may. */
export async function monthOf(db: Db, accountId: string, now: number): Promise<{ usd: number; most: number | null }> {
  const from = new Date(now);
  const usd = await usdSince(db, accountId, PURPOSE, Date.UTC(from.getUTCFullYear(), from.getUTCMonth()));
  const { localSeo } = await readSettings(db, accountId, { localSeo: spendingSettings });
  return { usd, most: (localSeo as { monthlyUsd: number | null }).monthlyUsd };
}

/** Counts what is about to be asked for; throws `Problem` where it is more than the plan has for the day or the account lets a month cost, and counts nothing then. */
export async function spendPoints(tx: Db, plans: Plans, { id: accountId, plan }: Pick<Account, 'id' | 'plan'>, provider: string, expense: Expense, now: number): Promise<void> {
  const { points, usd } = expense;
  if (!await spend(tx, accountId, { purpose: PURPOSE, provider, requests: points, usd, most: plans[plan].gridPointsPerDay }, now)) throw tooManyPoints(plans, plan, points);
  // Whoever else spends at this moment waits for what was counted just now.
  const month = await monthOf(tx, accountId, now);
  if (month.most === null || usd === 0 || month.usd <= month.most) return;
  await givePointsBack(tx, accountId, provider, expense, now);
  const spent = Math.round((month.usd - usd) * 10_000) / 10_000;
  throw new Problem('limit_reached', `This costs up to ${usd} US dollars. The account has spent ${spent} this month and may spend ${month.most}: raise localSeo.monthlyUsd with PUT /api/settings, or ask for less.`, { limit: month.most });
}

/** Gives back what was counted at `at` and never asked for. */
export async function givePointsBack(tx: Db, accountId: string, provider: string, { points, usd }: Expense, at: number): Promise<void> {
  await giveBack(tx, accountId, { purpose: PURPOSE, provider, requests: points, usd }, at);
}

function tooManyPoints(plans: Plans, plan: Account['plan'], points: number): Problem {
  const most = plans[plan].gridPointsPerDay;
  const larger = cheapestPlan(plans, terms => terms.gridPointsPerDay > most);
  const says = `This asks for ${points} points, and the ${planNames[plan]} plan has ${most} a day, which begins at 00:00 UTC.`;
  if (larger === null) return new Problem('limit_reached', `${says} Take a smaller grid or fewer keywords, or try again tomorrow.`, { limit: most });
  return new Problem('plan_upgrade_required', `${says} The ${planNames[larger]} plan has ${plans[larger].gridPointsPerDay}.`, { required_plan: larger });
}
