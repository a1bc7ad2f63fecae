import { defineTexts } from '../../../../language/index.ts';

/** The pages of one domain. */
export const texts = defineTexts('domains/inventory/domain', ({ plural }) => ({
  what: 'The domain',
  back: 'Domains',
  navigation: 'Parts of the domain',
  answer: {
    never: 'Nobody has looked at it yet.',
    issues: (issues: number) => (issues === 0 ? 'Nothing to mend' : `${plural(issues, { one: 'issue', other: 'issues' })} to mend`),
    better: (points: number) => `${points} points better than a week ago`,
    worse: (points: number) => `${points} points worse than a week ago`,
    changes: (events: number) => `${plural(events, { one: 'change', other: 'changes' })} to review`,
    expires: (days: number) => (days < 0 ? 'Registration has ended' : `Registration ends in ${plural(days, { one: 'day', other: 'days' })}`),
    checked: 'Last look',
    next: 'next',
    paused: 'Not watched',
    beyondPlan: 'Not watched: beyond the plan',
  },
  scan: {
    start: 'Scan now',
    starting: 'The scan',
    queued: 'The scan waits for its turn',
    running: 'The scan is under way',
    failed: 'The last scan did not end well',
    noReason: 'It says no reason.',
    done: 'The scan has ended',
    told: (names: string) => `Could not tell: ${names}`,
    runPage: 'See the run',
  },
  download: 'Download report',
  formats: { html: 'As a page (HTML)', pdf: 'As PDF', json: 'As data (JSON)' },

  report: { what: 'The report', history: 'The score over time', neverTitle: 'Nobody has looked at this domain yet', never: 'The first look takes a few seconds.' },

  settings: {
    what: 'The settings of the domain',
    labels: 'Labels',
    tags: 'Tags', tagsHelp: 'Press Enter after each',
    group: 'Group', client: 'Client', none: 'None',
    note: 'Note',
    watching: 'Watching',
    monitored: 'Look at it again and again',
    interval: 'How often',
    intervalHelp: (minutes: number) => `The plan looks every ${spell(minutes)} at most.`,
    every: (minutes: number) => `Every ${spell(minutes)}`,
    shortest: 'As often as the plan allows',
    judged: 'How it is judged',
    profile: 'Use in mail',
    profiles: { auto: 'Its records decide', sending: 'Sends mail', receivingOnly: 'Only receives mail', noMail: 'No mail at all' },
    selectors: 'DKIM selectors',
    selectorsHelp: 'Those that you use, beside the usual ones: s= in the header DKIM-Signature of a letter that you sent',
    save: 'Save',
    saving: 'Saving',
    saved: 'Saved',
    conflict: 'Somebody else has changed the domain meanwhile. Here is what holds now; your changes were not saved.',
    readOnly: 'Your role can look at these settings, and change nothing.',
    deleteTitle: 'Delete the domain',
    deleteHelp: 'Its whole history, events and known names go with it. This cannot be taken back.',
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
