import { defineTexts } from '../../../../language/index.ts';

/** The pages of one domain. */
export const texts = defineTexts('domains/inventory/domain', ({ plural }) => ({
  what: 'The domain',
  back: 'Domains',
  navigation: 'Parts of the domain',
  answer: {
    never: 'No DNS and e-mail check yet.',
    issues: (issues: number) => (issues === 0 ? 'No issues' : `${plural(issues, { one: 'issue', other: 'issues' })} to fix`),
    unread: 'Not everything could be read',
    lastGraded: (grade: string) => `Last grade ${grade},`,
    better: (points: number) => `${points} points better than a week ago`,
    worse: (points: number) => `${points} points worse than a week ago`,
    changes: (events: number) => `${plural(events, { one: 'change', other: 'changes' })} to review`,
    expires: (days: number) => (days < 0 ? 'Registration has ended' : `Registration ends in ${plural(days, { one: 'day', other: 'days' })}`),
    checked: 'Last scan',
    next: 'next',
    paused: 'Not monitored',
    beyondPlan: 'Not monitored: over the plan limit',
  },
  scan: {
    start: 'Scan now',
    starting: 'The scan',
    queued: 'The scan is queued',
    running: 'The scan is running',
    failed: 'The last scan failed',
    noReason: 'No reason given.',
    done: 'The scan has finished',
    reported: (names: string) => `Unknown: ${names}`,
    runPage: 'View run',
  },
  download: 'Download report',
  formats: { html: 'As a page (HTML)', pdf: 'As PDF', json: 'As data (JSON)' },
  share: {
    open: 'Share report …', title: 'Share the report', says: 'Anyone with the link can read the latest report without an account. The section on hosts is left out.',
    days: 'Expires after', for: (days: number) => (days === 365 ? 'a year' : plural(days, { one: 'day', other: 'days' })), create: 'Create link', creating: 'The link', revoking: 'The link',
    created: 'The link to the report', link: 'the link', badge: 'A badge with the grade, in Markdown:', badgeText: 'Domain security', badgeWhat: 'the badge', made: 'Created', ends: 'expires', revoke: 'Revoke',
  },

  report: { what: 'The report', history: 'The score over time', neverTitle: 'No DNS and e-mail check yet', never: 'The first one takes a few seconds.' },

  settings: {
    what: 'The settings of the domain',
    labels: 'Labels',
    tags: 'Tags', tagsHelp: 'Press Enter after each',
    group: 'Group', client: 'Client', none: 'None',
    note: 'Note',
    watching: 'Monitoring',
    monitored: 'Monitor continuously',
    interval: 'How often',
    intervalHelp: (minutes: number) => `The plan allows at most one scan every ${spell(minutes)}.`,
    every: (minutes: number) => `Every ${spell(minutes)}`,
    shortest: 'As often as the plan allows',
    judged: 'Assessment',
    profile: 'Use in mail',
    profiles: { auto: 'Detect from records', sending: 'Sends mail', receivingOnly: 'Only receives mail', noMail: 'No mail at all' },
    selectors: 'DKIM selectors',
    selectorsHelp: 'Selectors that you use, in addition to the common ones: s= in the DKIM-Signature header of an e-mail you sent',
    save: 'Save',
    saving: 'Saving',
    saved: 'Saved',
    conflict: 'Somebody else changed the domain in the meantime. These are the current settings; your changes were not saved.',
    readOnly: 'Your role can view these settings but not change them.',
    deleteTitle: 'Delete the domain',
    deleteHelp: 'Its whole history, events and known names are deleted with it. This cannot be undone.',
    delete: 'Delete domain',
    deleteAsk: (name: string) => `Delete ${name}?`,
    deleted: (name: string) => `${name} was deleted`,
  },

}));

/** Minutes in the largest unit that fits. */
function spell(minutes: number): string {
  if (minutes % 1440 === 0) return minutes === 1440 ? 'day' : `${minutes / 1440} days`;
  if (minutes % 60 === 0) return minutes === 60 ? 'hour' : `${minutes / 60} hours`;
  return `${minutes} minutes`;
}
