import { defineAnnouncement } from '../../announcement.ts';
import type { Schedule } from '../../schedule.ts';
import { lockDomain } from './commands.ts';
import type { DomainsServices } from './services.ts';
import { tables } from './tables.ts';

/** Told once of each domain that is older than alerts, which it holds: who keeps something of it states what is wrong with it. `now` in epoch milliseconds. */
export const alertsWanted = defineAnnouncement<{ accountId: string; domainId: string; name: string; now: number }>('domains.alertsWanted');

/** Gives domains that are older than alerts those that they would have; after an upgrade alone is there anything to do. */
export const firstAlerts: Schedule<Pick<DomainsServices, 'announce'>> = {
  name: 'first alerts',
  async due(tx, { announce }, now, max) {
    const rows = await tables(tx).selectFrom('alert_backlog').innerJoin('domain', 'domain.id', 'alert_backlog.domain_id').select(['domain.id', 'domain.account_id', 'domain.name'])
      .orderBy('domain.id').limit(max).execute();
    for (const { id, account_id, name } of rows) {
      // The domain before its row of the backlog, in the order of a deletion.
      if (!await lockDomain(tx, id)) continue;
      const { numDeletedRows } = await tables(tx).deleteFrom('alert_backlog').where('domain_id', '=', id).executeTakeFirst();
      if (numDeletedRows === 1n) await announce(tx, alertsWanted, { accountId: account_id, domainId: id, name, now });
    }
    return rows.length;
  },
};
