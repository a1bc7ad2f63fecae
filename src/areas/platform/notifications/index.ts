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
  auditActions: {
    'notification_channel.created': 'Created a channel',
    'notification_channel.changed': 'Changed a channel',
    'notification_channel.deleted': 'Deleted a channel',
    'notification_channel.secret_rotated': 'Gave a webhook a new secret',
    'notification_channel.confirmed': 'Agreed to e-mails',
    'notification_channel.unsubscribed': 'Unsubscribed from a channel',
    'notification_rule.created': 'Created a rule',
    'notification_rule.changed': 'Changed a rule',
    'notification_rule.deleted': 'Deleted a rule',
    'notification_rule.unsubscribed': 'Unsubscribed from a rule',
    'notification_delivery.replayed': 'Sent a delivery again',
  },
});
