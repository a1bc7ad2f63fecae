import { channelOperations } from './channels.ts';
import { deliveryOperations } from './deliveries.ts';
import { mailLinkOperations } from './mail-links.ts';
import { notificationOperations } from './notifications.ts';
import { ruleOperations } from './rules.ts';

export type { NotificationsContext } from './context.ts';
export { notificationsJobs, overdueDeliveries } from './jobs.ts';
export { channelsOf, notificationsOf, rulesOf } from './sections.ts';
export { createSealer, type Sealer } from './sealing.ts';

/** All operations of the area. */
export const notificationsOperations = [...notificationOperations, ...channelOperations, ...ruleOperations, ...deliveryOperations, ...mailLinkOperations] as const;
