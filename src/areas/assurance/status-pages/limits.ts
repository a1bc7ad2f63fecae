import { planNames, type Account } from '../../../core/access.ts';
import { Problem } from '../../../core/problem.ts';
import type { Db } from '../../../store/index.ts';
import { cheapestPlan, type Plans } from '../../platform/account/index.ts';
import { countPages } from './store.ts';

/** Throws `Problem` unless the account may have one more status page; `tx` must hold the account. */
export async function requireQuota(tx: Db, { id, plan }: Account, plans: Plans): Promise<void> {
  const { statusPages } = plans[plan];
  if (await countPages(tx, id) < statusPages) return;
  const larger = cheapestPlan(plans, terms => terms.statusPages > statusPages);
  const has = `${statusPages} status ${statusPages === 1 ? 'page' : 'pages'}`;
  if (larger === null) throw new Problem('limit_reached', `The account has ${has}, which is the limit. Delete one that is no longer needed.`, { limit: statusPages });
  throw new Problem('plan_upgrade_required', `The ${planNames[plan]} plan includes ${has}. Upgrade to the ${planNames[larger]} plan for more.`, { required_plan: larger });
}
