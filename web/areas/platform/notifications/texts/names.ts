import { defineTexts } from '../../../../language/index.ts';

/** What the area is called. */
export const names = defineTexts('platform/notifications/names', () => ({
  notifications: 'Notifications',
  notificationsAlso: 'messages inbox bell',
  notices: { 'channel.*': 'Channels' },
}));
