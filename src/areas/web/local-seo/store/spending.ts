import type { Account, Plan } from '../../../../core/access.ts';
import { Problem } from '../../../../core/problem.ts';
import type { Db } from '../../../../store/index.ts';
import { tables } from '../tables.ts';

const DAY_MS = 86_400_000;

/** Points of grids, keyword by keyword, and keywords of rank checks that an account may ask for on a day (UTC). */
const pointsADay: Readonly<Record<Plan, number>> = { free: 0, pro: 5000, enterprise: 100_000 };

/** Counts what is about to be asked for; throws `Problem` where it is more than the plan has for the day, and counts nothing then. */
export async function spendPoints(tx: Db, { id: accountId, plan }: Pick<Account, 'id' | 'plan'>, points: number, now: number): Promise<void> {
  const most = pointsADay[plan];
  const day = now - now % DAY_MS;
  const row = points > most ? undefined : await tables(tx).insertInto('local_spending').values({ account_id: accountId, day, points })
    .onConflict(conflict => conflict.columns(['account_id', 'day']).doUpdateSet(eb => ({ points: eb('local_spending.points', '+', points) })).where('local_spending.points', '<=', most - points))
    .returning('points').executeTakeFirst();
  if (row) return;
  const says = `This asks for ${points} points, and the plan ${plan} has ${most} a day, which begins at 00:00 UTC.`;
  if (plan === 'enterprise') throw new Problem('limit_reached', `${says} Take a smaller grid or fewer keywords, or try again tomorrow.`, { limit: most });
  throw new Problem('plan_upgrade_required', `${says} The plan enterprise has ${pointsADay.enterprise}.`, { required_plan: 'enterprise' });
}
