import { defineTexts, type SpokenOf } from '../../../core/texts.ts';

/** What notifications say of alerts. */
export const alertsTexts = defineTexts('platform/alerts', () => ({
  unmuted: (subject: string, title: string) => `${subject}: still wrong, and no longer muted: ${title}`,
}));
export type AlertsTexts = SpokenOf<typeof alertsTexts>;
