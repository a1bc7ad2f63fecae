import type { Account, Plan } from '../../../../core/access.ts';
import { Problem } from '../../../../core/problem.ts';
import type { Db } from '../../../../store/index.ts';
import { spend } from '../../spending/index.ts';
import type { CostEstimate } from '../grid/settings.ts';

/** Points of grids, keyword by keyword, and keywords of rank checks that an account may ask for on a day (UTC). */
const pointsADay: Readonly<Record<Plan, number>> = { free: 0, pro: 5000, enterprise: 100_000 };

/** Counts what is about to be asked for; throws `Problem` where it is more than the plan has for the day, and counts nothing then. */
export async function spendPoints(tx: Db, { id: accountId, plan }: Pick<Account, 'id' | 'plan'>, provider: string, { points, usd }: Pick<CostEstimate, 'points' | 'usd'>, now: number): Promise<void> {
  const most = pointsADay[plan];
  if (await spend(tx, accountId, { purpose: 'localSeo', provider, requests: points, usd, most }, now)) return;
  const says = `This asks for ${points} points, and the plan ${plan} has ${most} a day, which begins at 00:00 UTC.`;
  if (plan === 'enterprise') throw new Problem('limit_reached', `${says} Take a smaller grid or fewer keywords, or try again tomorrow.`, { limit: most });
  throw new Problem('plan_upgrade_required', `${says} The plan enterprise has ${pointsADay.enterprise}.`, { required_plan: 'enterprise' });
}
