import { defineTexts } from '../../../../language/index.ts';

/** What the notifications are called. */
export const names = defineTexts('domains/ownership/names', () => ({
  notices: { 'ownership.*': 'Ownership' },
}));
