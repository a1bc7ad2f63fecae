import type { Db } from '../../../store/index.ts';
import { cancelRunsAbout } from '../../platform/runs/index.ts';
import type { DomainsContext } from './context.ts';

type Deleting = Pick<DomainsContext, 'queue' | 'refund' | 'onDeleting'> & { now: number };

/**
 * Takes domains of the account out of the inventory, with everything that belongs to them; gives the number of those that were there. Their runs
 * end first, as a run that ends holds its own row before that of its domain: so neither waits for the other crosswise.
 */
export async function deleteDomains(tx: Db, context: Deleting, accountId: string, ids: readonly string[]): Promise<number> {
  await cancelRunsAbout(tx, context, accountId, ids);
  for (const hear of context.onDeleting) await hear(tx, accountId, ids);
  const { numDeletedRows } = await tx.deleteFrom('domain').where('account_id', '=', accountId).where('id', 'in', ids).executeTakeFirst();
  return Number(numDeletedRows);
}
