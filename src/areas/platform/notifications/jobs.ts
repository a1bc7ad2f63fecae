import type { JobHandler } from '../../job.ts';
import type { Schedule } from '../../schedule.ts';
import type { NotificationsServices } from './services.ts';
import { deliver } from './deliver.ts';
import { deliverJob, jobOf, takeOverdue } from './delivery-store.ts';
import { notify } from './notice.ts';
import { spread } from './spread.ts';

const OVERDUE_MS = 15 * 60_000;

/** Who does the jobs of this area. */
export const notificationsJobs: readonly JobHandler<NotificationsServices>[] = [
  notify.handledBy<NotificationsServices>(({ accountId, payload: { notification }, services }) => Promise.resolve({ change: tx => spread(tx, services, accountId, notification) })),
  deliverJob.handledBy(deliver),
];

/** Deliveries that should long have been tried: their job was given up with the workers that died over it, and gets another start. */
export const overdueDeliveries: Schedule<NotificationsServices> = {
  name: 'deliveries',
  due: async (tx, { queue }, now, max) => {
    const overdue = await takeOverdue(tx, now - OVERDUE_MS, now, max);
    for (const { id, account_id } of overdue) await queue.add(tx, account_id, [jobOf(id, now)]);
    return overdue.length;
  },
};
