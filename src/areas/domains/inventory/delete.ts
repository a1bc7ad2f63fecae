import type { Db } from '../../../store/index.ts';
import { dropAlertsOfDomains } from '../../platform/alerts/index.ts';
import { cancelRunsAbout } from '../../platform/runs/index.ts';
import { defineAnnouncement } from '../../announcement.ts';
import type { DomainsServices } from './services.ts';
import { tables } from './tables.ts';

/** Told before domains are deleted, with the change. */
export const domainsDeleting = defineAnnouncement<{ accountId: string; domainIds: readonly string[] }>('domains.deleting');

type Deleting = Pick<DomainsServices, 'queue' | 'refund' | 'announce'>;

/**
 * Takes domains of the account out of the inventory, with everything that belongs to them; gives the number of those that were there. Their runs
 * end first, as a run that ends holds its own row before that of its domain: so neither waits for the other crosswise.
 */
export async function deleteDomains(tx: Db, services: Deleting, accountId: string, ids: readonly string[], now: number): Promise<number> {
  await cancelRunsAbout(tx, { ...services, now }, accountId, ids);
  await services.announce(tx, domainsDeleting, { accountId, domainIds: ids });
  await dropAlertsOfDomains(tx, accountId, ids);
  const { numDeletedRows } = await tables(tx).deleteFrom('domain').where('account_id', '=', accountId).where('id', 'in', ids).executeTakeFirst();
  return Number(numDeletedRows);
}
