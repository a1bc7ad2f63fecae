import { defineTexts, type SpokenOf } from '../../../core/texts.ts';

/** What the e-mail with a message of a visitor says. */
export const contactTexts = defineTexts('platform/contact', () => ({
  subject: 'Message through the contact form',
  wrote: (from: string) => `${from} wrote:`,
}));
export type ContactTexts = SpokenOf<typeof contactTexts>;
