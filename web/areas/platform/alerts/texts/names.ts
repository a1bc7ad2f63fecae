import { defineTexts } from '../../../../language/index.ts';

/** What the area and its notifications are called. */
export const names = defineTexts('platform/alerts/names', () => ({
  alerts: 'Alerts',
  notices: { 'alert.*': 'Alerts whose mute has ended' },
}));
