import { defineTexts } from '../../../../language/index.ts';

/** What the sections of the settings are called. */
export const names = defineTexts('platform/account/names', () => ({
  profile: 'Profile and security', account: 'Account', people: 'People', plan: 'Plan',
}));
