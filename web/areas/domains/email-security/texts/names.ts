import { defineTexts } from '../../../../language/index.ts';

/** What the area is called. */
export const names = defineTexts('domains/email-security/names', () => ({
  tab: 'E-mail',
}));
