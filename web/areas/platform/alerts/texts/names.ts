import { defineTexts } from '../../../../language/index.ts';

/** What the area and its notifications are called. */
export const names = defineTexts('platform/alerts/names', () => ({
  alerts: 'Alerts',
  alertsAlso: 'problems urgent issues risks',
  findings: 'Failing now',
  firstFindings: (count: number) => `Failing now, the ${count} most severe`,
  finding: (title: string, subject: string) => `${title} (${subject})`,
  notices: { 'alert.*': 'Alerts whose mute has ended' },
}));
