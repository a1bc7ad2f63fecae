/** What the owner of a domain asks about, in the order of reading; the verdict has a sentence for each. */
export const groups = {
  sending: 'Who may send its mail',
  receiving: 'How its mail arrives',
  name: 'The name',
  website: 'The website',
  reputation: 'Reputation',
} as const satisfies Readonly<Record<string, string>>;
export type Group = keyof typeof groups;

/** The groups of the published score; records that only a checkup covers come on top, in the last one. */
export const scoreGroups = {
  mailAuthentication: 'Mail authentication',
  dns: 'DNS and delegation',
  dnssecAndCaa: 'DNSSEC and CAA',
  transport: 'Transport',
  registration: 'Registration',
  checkup: 'Checkup alone',
} as const satisfies Readonly<Record<string, string>>;
export type ScoreGroup = keyof typeof scoreGroups;
