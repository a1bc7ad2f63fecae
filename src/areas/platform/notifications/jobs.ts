import type { JobHandler, Schedule } from '../runs/index.ts';
import type { NotificationsContext } from './context.ts';
import { deliver } from './deliver.ts';
import { jobOf, takeOverdue } from './delivery-store.ts';
import { NotifyJob } from './notice.ts';
import { spread } from './spread.ts';

const OVERDUE_MS = 15 * 60_000;

/** Who does the jobs of this area: `notify` writes a notification down and finds its channels, `deliver` sends to one of them. */
export const notificationsJobs: Readonly<Record<'notify' | 'deliver', JobHandler<NotificationsContext>>> = {
  notify: async ({ accountId, payload, context }) => {
    const { notification } = NotifyJob.parse(payload);
    return { change: tx => spread(tx, context, accountId, notification) };
  },
  deliver,
};

/** Deliveries that should long have been tried: their job was given up with the workers that died over it, and gets another start. */
export const overdueDeliveries: Schedule<NotificationsContext> = {
  name: 'deliveries',
  due: async (tx, { queue }, now, max) => {
    const overdue = await takeOverdue(tx, now - OVERDUE_MS, now, max);
    for (const { id, account_id } of overdue) await queue.add(tx, account_id, [jobOf(id, now)]);
    return overdue.length;
  },
};
