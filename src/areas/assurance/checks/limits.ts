import { planNames, type Account } from '../../../core/access.ts';
import { Problem } from '../../../core/problem.ts';
import type { Db } from '../../../store/index.ts';
import { cheapestPlan, type Plans } from '../../platform/account/index.ts';
import { tables } from './tables.ts';

/** The refusal of an interval that is shorter than the plan has; null where it is not, or none is given. */
export function judgeInterval({ plan }: Account, plans: Plans, intervalSeconds: number | undefined): Problem | null {
  const { shortestCheckSeconds } = plans[plan];
  if (intervalSeconds === undefined || intervalSeconds >= shortestCheckSeconds) return null;
  const larger = cheapestPlan(plans, terms => terms.shortestCheckSeconds <= intervalSeconds);
  if (larger === null) return new Problem('limit_reached', `The shortest interval is ${shortestCheckSeconds} seconds. Give a longer one.`, { limit: shortestCheckSeconds });
  return new Problem('plan_upgrade_required', `The shortest interval of the ${planNames[plan]} plan is ${shortestCheckSeconds} seconds. Upgrade to the ${planNames[larger]} plan for shorter ones.`, { required_plan: larger });
}

/** Throws `Problem` unless the account may have `more` checks besides those of the uptime of its domains; `tx` must hold the account. */
export async function requireQuota(tx: Db, { id, plan }: Account, plans: Plans, more: number): Promise<void> {
  const { customChecks } = plans[plan];
  const { used } = await tables(tx).selectFrom('custom_check').select(eb => eb.fn.countAll<number | string>().as('used')).where('account_id', '=', id).where('role', 'is', null).executeTakeFirstOrThrow();
  const wanted = Number(used) + more;
  if (more <= 0 || wanted <= customChecks) return;
  const larger = cheapestPlan(plans, terms => terms.customChecks > customChecks);
  if (larger === null) throw new Problem('limit_reached', `The account has ${customChecks} checks, which is the limit. Delete one that is no longer needed.`, { limit: customChecks });
  throw new Problem('plan_upgrade_required', `The ${planNames[plan]} plan includes ${customChecks} checks. Upgrade to the ${planNames[larger]} plan for more.`, { required_plan: larger });
}
