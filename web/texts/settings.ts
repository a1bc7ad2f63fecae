/** What stands around all settings. */
export const texts = {
  title: 'Settings',
  navigation: 'Settings',
  sections: { profile: 'Profile and security', account: 'Account', people: 'People', plan: 'Plan', keys: 'API keys', channels: 'Notifications', audit: 'Audit log' },
  what: 'This part of the settings',
  needsRole: (role: string) => `Only people with the role ${role} see this`,
  askFor: 'Ask an owner of the account to give you the role, or to do for you what you came for.',
  nothing: 'There are no such settings',
  toFirst: 'To the first settings',
} as const;
