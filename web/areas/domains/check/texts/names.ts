import { defineTexts } from '../../../../language/index.ts';

/** What the search offers. */
export const names = defineTexts('domains/check/names', () => ({
  checkNow: (domain: string) => `Check ${domain} now`,
}));
