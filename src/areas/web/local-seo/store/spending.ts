import { z } from 'zod';
import type { Account, Plan } from '../../../../core/access.ts';
import { Problem } from '../../../../core/problem.ts';
import type { Db } from '../../../../store/index.ts';
import type { SettingsSection } from '../../../area.ts';
import { readSettings } from '../../../platform/account/index.ts';
import { tables } from '../tables.ts';

const DAY_MS = 86_400_000;

/** What an account may spend at search services in a month (UTC), at the prices of the catalog. */
export const spendingSettings = {
  fields: { monthlyUsd: z.number().min(0).max(1_000_000).nullable().describe('What searches may cost in a month (UTC), in US dollars, whoever starts them; null sets no cap') },
  defaults: { monthlyUsd: null },
} satisfies SettingsSection;

/** Points of grids, keyword by keyword, and keywords of rank checks that an account may ask for on a day (UTC). */
const pointsADay: Readonly<Record<Plan, number>> = { free: 0, pro: 5000, enterprise: 100_000 };

/** What is asked for, and what it costs at most. */
export interface Expense {
  points: number;
  usd: number;
}

/** What the account has spent in the month of `now`, and may. */
export async function monthOf(db: Db, accountId: string, now: number): Promise<{ usd: number; most: number | null }> {
  const from = new Date(now);
  const { usd } = await tables(db).selectFrom('local_spending').select(eb => eb.fn.sum<number | string | null>('usd').as('usd')).where('account_id', '=', accountId)
    .where('day', '>=', Date.UTC(from.getUTCFullYear(), from.getUTCMonth())).executeTakeFirstOrThrow();
  const { localSeo } = await readSettings(db, accountId, { localSeo: spendingSettings });
  return { usd: rounded(Number(usd ?? 0)), most: (localSeo as { monthlyUsd: number | null }).monthlyUsd };
}

/** Counts what is about to be asked for; throws `Problem` where it is more than the plan has for the day or the account lets a month cost, and counts nothing then. */
export async function spend(tx: Db, { id: accountId, plan }: Pick<Account, 'id' | 'plan'>, { points, usd }: Expense, now: number): Promise<void> {
  const day = now - now % DAY_MS;
  // Whoever else spends at this moment waits for the row.
  await tables(tx).insertInto('local_spending').values({ account_id: accountId, day, points: 0, usd: 0 })
    .onConflict(conflict => conflict.columns(['account_id', 'day']).doUpdateSet(eb => ({ points: eb.ref('local_spending.points') }))).execute();
  const today = await tables(tx).selectFrom('local_spending').select('points').where('account_id', '=', accountId).where('day', '=', day).executeTakeFirstOrThrow();
  if (today.points + points > pointsADay[plan]) throw tooManyPoints(plan, points);
  const month = await monthOf(tx, accountId, now);
  if (month.most !== null && usd > 0 && month.usd + usd > month.most) {
    throw new Problem('limit_reached', `This costs up to ${usd} US dollars. The account has spent ${month.usd} this month and may spend ${month.most}: raise localSeo.monthlyUsd with PUT /api/settings, or ask for less.`, { limit: month.most });
  }
  await tables(tx).updateTable('local_spending').set(eb => ({ points: eb('points', '+', points), usd: eb('usd', '+', usd) })).where('account_id', '=', accountId).where('day', '=', day).execute();
}

/** Gives back what was counted at `at` and never asked for. */
export async function giveBack(tx: Db, accountId: string, { points, usd }: Expense, at: number): Promise<void> {
  await tables(tx).updateTable('local_spending').set(eb => ({ points: eb('points', '-', points), usd: eb('usd', '-', usd) })).where('account_id', '=', accountId).where('day', '=', at - at % DAY_MS).execute();
}

function tooManyPoints(plan: Plan, points: number): Problem {
  const most = pointsADay[plan];
  const says = `This asks for ${points} points, and the plan ${plan} has ${most} a day, which begins at 00:00 UTC.`;
  if (plan === 'enterprise') return new Problem('limit_reached', `${says} Take a smaller grid or fewer keywords, or try again tomorrow.`, { limit: most });
  return new Problem('plan_upgrade_required', `${says} The plan enterprise has ${pointsADay.enterprise}.`, { required_plan: 'enterprise' });
}

function rounded(usd: number): number {
  return Math.round(usd * 10_000) / 10_000;
}
