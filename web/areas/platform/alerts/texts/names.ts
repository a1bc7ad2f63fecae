import { defineTexts } from '../../../../language/index.ts';

/** What the area and its notifications are called. */
export const names = defineTexts('platform/alerts/names', () => ({
  alerts: 'Alerts',
  alertsAlso: 'problems urgent issues risks',
  notices: { 'alert.*': 'Alerts whose mute has ended' },
}));
