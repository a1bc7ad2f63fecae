import type { Account } from '../../../core/access.ts';
import { Problem } from '../../../core/problem.ts';
import type { Db } from '../../../store/index.ts';
import { cheapestPlan, type Plans } from '../../platform/account/index.ts';
import { tables } from './tables.ts';

/** Throws `Problem` unless the plan has so short an interval. */
export function requireInterval({ plan }: Account, plans: Plans, intervalSeconds: number): void {
  const { shortestCheckSeconds } = plans[plan];
  if (intervalSeconds >= shortestCheckSeconds) return;
  const larger = cheapestPlan(plans, terms => terms.shortestCheckSeconds <= intervalSeconds);
  if (larger === null) throw new Problem('limit_reached', `A check runs every ${shortestCheckSeconds} seconds at most.`, { limit: shortestCheckSeconds });
  throw new Problem('plan_upgrade_required', `The plan ${plan} has checks every ${shortestCheckSeconds} seconds at most: the plan ${larger} runs them more often.`, { required_plan: larger });
}

/** Throws `Problem` unless the account may have `more` checks besides those of the uptime of its domains; `tx` must hold the account. */
export async function requireQuota(tx: Db, { id, plan }: Account, plans: Plans, more: number): Promise<void> {
  const { customChecks } = plans[plan];
  const { used } = await tables(tx).selectFrom('custom_check').select(eb => eb.fn.countAll<number | string>().as('used')).where('account_id', '=', id).where('role', 'is', null).executeTakeFirstOrThrow();
  const wanted = Number(used) + more;
  if (more <= 0 || wanted <= customChecks) return;
  const larger = cheapestPlan(plans, terms => terms.customChecks > customChecks);
  if (larger === null) throw new Problem('limit_reached', `This account may have ${customChecks} checks, and that is the most. Delete one that is not needed.`, { limit: customChecks });
  throw new Problem('plan_upgrade_required', `The plan ${plan} has ${customChecks} checks: the plan ${larger} has more.`, { required_plan: larger });
}
