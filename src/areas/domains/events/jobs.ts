import { findDomain, startScan, type DomainsContext } from '../inventory/index.ts';
import type { JobHandler, Schedule } from '../../platform/runs/index.ts';
import { ALARM_MS } from './decide.ts';
import { noticeOf } from './notice.ts';
import { CONFIRM } from './observe.ts';
import type { EventRow } from './shapes.ts';

/** Has the domain looked at again; the look itself says whether the change is still there. */
const confirmDomain: JobHandler<DomainsContext> = async ({ accountId, payload, context }) => {
  const domain = await findDomain(context.db, accountId, (payload as { domainId: string }).domainId);
  if (!domain) return;
  return { change: async tx => void await startScan(tx, context, accountId, domain, null, { input: { fresh: true } }) };
};

/** Who does the jobs of this area. */
export const eventJobs: Readonly<Record<string, JobHandler<DomainsContext>>> = { [CONFIRM]: confirmDomain };

/** Tells people once a day of changes that were denied and are still there. */
export const alarming: Schedule<Pick<DomainsContext, 'queue'>> = {
  name: 'denied events',
  async due(tx, { queue }, now, max) {
    const rows = await tx.selectFrom('domain_event').select(['id', 'next_alarm_at']).where('next_alarm_at', '<=', now).orderBy('next_alarm_at').limit(max).execute();
    const told: EventRow[] = [];
    for (const { id, next_alarm_at } of rows) {
      const event = await tx.updateTable('domain_event').set({ next_alarm_at: now + ALARM_MS })
        .where('id', '=', id).where('next_alarm_at', '=', next_alarm_at).returningAll().executeTakeFirst();
      if (event) told.push(event);
    }
    // Those who look at a domain change its events first and add jobs last: so nobody waits for the other crosswise.
    for (const event of told) await queue.add(tx, event.account_id, [noticeOf(event, 'again')]);
    return rows.length;
  },
};
