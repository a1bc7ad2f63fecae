import { planNames, type Account } from '../../../core/access.ts';
import { Problem } from '../../../core/problem.ts';
import type { Db } from '../../../store/index.ts';
import { cheapestPlan, type Plans } from '../../platform/account/index.ts';
import { tables } from './tables.ts';

/** How many domains the account may still add; `tx` must hold it. */
export async function remainingDomains(tx: Db, { id, plan }: Account, plans: Plans): Promise<number> {
  const { used } = await tables(tx).selectFrom('domain').select(eb => eb.fn.countAll<number>().as('used')).where('account_id', '=', id).executeTakeFirstOrThrow();
  return Math.max(0, plans[plan].domains - used);
}

/**
 * The first domain of the account that is beyond the number of its plan, by its id, as after a change to a smaller plan; null where there is none.
 * It and all with a greater id, those that were added later, are not watched until there is room for them again.
 */
export async function firstBeyond(db: Db, { id, plan }: Pick<Account, 'id' | 'plan'>, plans: Plans): Promise<string | null> {
  const row = await tables(db).selectFrom('domain').select('id').where('account_id', '=', id).orderBy('id').offset(plans[plan].domains).limit(1).executeTakeFirst();
  return row?.id ?? null;
}

/** The refusal of a domain for which there is no room. */
export function inventoryFull({ plan }: Account, plans: Plans): Problem {
  const { domains } = plans[plan];
  const larger = cheapestPlan(plans, terms => terms.domains > domains);
  if (larger === null) return new Problem('limit_reached', `This account has ${domains} domains, and that is the most. Delete one that is not needed.`, { limit: domains });
  return new Problem('plan_upgrade_required', `The ${planNames[plan]} plan includes ${domains} domains; the ${planNames[larger]} plan includes more.`, { required_plan: larger });
}
