/** What the sections of the settings are called. */
export const names = {
  profile: 'Profile and security', account: 'Account', people: 'People', plan: 'Plan',
} as const;
