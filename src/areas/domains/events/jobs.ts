import { textsOfAccount } from '../../platform/account/index.ts';
import { findDomain, startScan, type DomainsServices } from '../inventory/index.ts';
import type { JobHandler } from '../../job.ts';
import type { Schedule } from '../../schedule.ts';
import { notifyAgain } from '../../platform/alerts/index.ts';
import { eventAlerts } from './alerts.ts';
import { ALARM_MS } from './decide.ts';
import { noticeOf } from './notice.ts';
import { confirmDomain } from './confirming.ts';
import type { EventRow } from './shapes.ts';
import { tables } from './tables.ts';
import { eventsTexts } from './texts.ts';

/** Has the domain scanned again; the scan itself says whether the change is still there. */
const doConfirm = confirmDomain.handledBy<DomainsServices>(async ({ accountId, payload: { domainId }, services }) => {
  const domain = await findDomain(services.db, accountId, domainId);
  if (!domain) return;
  return { change: async tx => void await startScan(tx, services, accountId, domain, null, { input: { fresh: true } }) };
});

/** Who does the jobs of this area. */
export const eventJobs: readonly JobHandler<DomainsServices>[] = [doConfirm];

/** Tells people once a day of changes that were denied and are still there, unless their alert is muted. */
export const alarming: Schedule<Pick<DomainsServices, 'queue' | 'speak'>> = {
  name: 'denied events',
  async due(tx, { queue, speak }, now, max) {
    const rows = await tables(tx).selectFrom('domain_event').select(['id', 'next_alarm_at']).where('next_alarm_at', '<=', now).orderBy('next_alarm_at').limit(max).execute();
    const notified: EventRow[] = [];
    for (const { id, next_alarm_at } of rows) {
      const event = await tables(tx).updateTable('domain_event').set({ next_alarm_at: now + ALARM_MS })
        .where('id', '=', id).where('next_alarm_at', '=', next_alarm_at).returningAll().executeTakeFirst();
      if (event && await notifyAgain(tx, eventAlerts, event.account_id, { kind: 'event.denied', subjectId: event.domain_id, cause: event.subject }, now)) notified.push(event);
    }
    // Scans change the events of a domain first and add jobs last; the same order here prevents deadlocks.
    for (const event of notified) {
      const texts = await textsOfAccount({ db: tx, speak }, eventsTexts, event.account_id);
      await queue.add(tx, event.account_id, [noticeOf(texts, event, 'again')]);
    }
    return rows.length;
  },
};
