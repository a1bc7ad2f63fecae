import { defineTexts } from '../../../../language/index.ts';

/** What the account was notified of. */
export const texts = defineTexts('platform/notifications/notifications', () => ({
  sample: [
    ['Critical', 'shop.example: the nameservers have changed', '5 minutes ago · also sent to the channels that a rule names'],
    ['Medium', 'shop.example: a lookalike can receive mail', 'yesterday'],
  ] as const,
  title: 'Notifications',
  tab: (unread: number) => unread === 0 ? 'Notifications' : `(${unread}) Notifications`,
  what: 'The list of notifications',
  answer: (unread: number) => unread === 0 ? 'You have read everything.' : `${unread >= 1000 ? '1000 or more' : unread} unread.`,
  where: 'Kept for 180 days.',
  settings: 'Where they are sent, and when',
  markAll: 'Mark all as read',
  mark: 'Mark as read',
  markOf: (title: string) => `Mark as read: ${title}`,
  markFailed: 'Marking as read',
  unread: 'Unread',
  read: 'Earlier',
  unreadWhat: 'What is unread',
  readWhat: 'What was read earlier',
  today: 'Today',
  yesterday: 'Yesterday',
  filters: { unread: 'Read', severity: 'Severity', kind: 'About' },
  unreadOptions: { true: 'Unread only', false: 'Read only' },
  severities: { critical: 'Critical', high: 'High', medium: 'Medium', low: 'Low', info: 'Info' },
  emptyTitle: 'No notifications yet',
  empty: 'When something changes on a domain in your inventory, it appears here first.',
  toDomains: 'To the domains',
  noneTitle: 'No notification matches these filters',
  clear: 'Clear the filters',
}));
