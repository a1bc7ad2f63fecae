import { defineArea } from '../../area.ts';
import { channelOperations } from './channels.ts';
import { deliveryOperations } from './deliveries.ts';
import { notificationsJobs, overdueDeliveries } from './jobs.ts';
import { mailLinkOperations } from './mail-links.ts';
import { notifications } from './migrations/0008-notifications.ts';
import { emailsWithoutProof } from './migrations/0025-emails-without-proof.ts';
import { notificationOperations } from './notifications.ts';
import { ruleOperations } from './rules.ts';
import { channelsOf, notificationsOf, rulesOf } from './sections.ts';
import type { NotificationsServices } from './services.ts';
import { tables } from './tables.ts';

export { channelsByState } from './channel-states.ts';
export { notificationJob } from './notice.ts';
export { createSealer, isSealed, type Sealer } from './sealing.ts';
export type { NotificationsServices } from './services.ts';
export { webhookEvents } from './webhook-events.ts';

/** What the service tells people, and the channels by which it goes further. */
export const notificationsArea = defineArea<NotificationsServices>()({
  id: 'notifications',
  group: 'platform',
  topics: { notifications: 'Notifications: the list, and the channels, rules and deliveries that send them.' },
  operations: [...notificationOperations, ...channelOperations, ...ruleOperations, ...deliveryOperations, ...mailLinkOperations],
  jobs: notificationsJobs,
  schedules: [overdueDeliveries],
  tables,
  migrations: { '0008-notifications': notifications, '0025-emails-without-proof': emailsWithoutProof },
  exports: { notificationChannels: channelsOf, notificationRules: rulesOf, notifications: notificationsOf },
  idPrefixes: { ntf: 'notification', chn: 'channel', rul: 'rule', dlv: 'delivery' },
  notificationKinds: { 'channel.disabled': 'A channel was turned off, because every delivery by it has failed for days.' },
  auditActions: [
    'notification_channel.created', 'notification_channel.changed', 'notification_channel.deleted', 'notification_channel.secret_rotated', 'notification_channel.confirmed',
    'notification_channel.unsubscribed', 'notification_rule.created', 'notification_rule.changed', 'notification_rule.deleted', 'notification_rule.unsubscribed', 'notification_delivery.replayed',
  ],
});
