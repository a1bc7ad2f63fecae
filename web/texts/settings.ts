import { defineTexts } from '../language/index.ts';

/** What stands around all settings. */
export const texts = defineTexts('settings', () => ({
  title: 'Settings',
  navigation: 'Settings',
  needsRole: (role: string) => `Only people with the role ${role} see this`,
  askFor: 'Ask an owner of the account to give you this role or to make the change for you.',
}));
