import { defineTexts } from '../language/index.ts';

/** What stands around all settings. */
export const texts = defineTexts('settings', () => ({
  title: 'Settings',
  navigation: 'Settings',
  needsRole: (role: string) => `Only people with the role ${role} see this`,
  askFor: 'Ask an owner of the account to give you the role, or to do for you what you came for.',
}));
