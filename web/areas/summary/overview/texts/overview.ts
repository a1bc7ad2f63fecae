import type { Severity } from '../../../../api/types.ts';
import { defineTexts } from '../../../../language/index.ts';

/** How everything stands. */
export const texts = defineTexts('summary/overview/overview', ({ number, plural }) => ({
  title: 'Overview',
  what: 'The overview',
  answer: {
    none: 'No domains are monitored yet.',
    calm: (domains: number) => `All ${plural(domains, { one: 'domain', other: 'domains' })} ${domains === 1 ? 'is' : 'are'} fine: nothing needs your attention.`,
    urgent: (count: number) => `${plural(count, { one: 'alert needs', other: 'alerts need' })} attention now.`,
    minor: (domains: number) => `Nothing is urgent. ${plural(domains, { one: 'domain has', other: 'domains have' })} something to fix.`,
    partlyCalm: (domains: number) => `${plural(domains, { one: 'domain has', other: 'domains have' })} nothing to fix.`,
    notJudged: (domains: number) => `${plural(domains, { one: 'domain', other: 'domains' })} could not be judged.`,
    waiting: (domains: number) => `${plural(domains, { one: 'domain waits', other: 'domains wait' })} for the first scan.`,
  },
  changed: (count: number) => count === 0 ? 'Nothing has changed since your last visit.' : `${plural(count, { one: 'change', other: 'changes' })} since your last visit.`,
  channels: {
    label: 'Notifications',
    silent: 'No notifications are being sent.',
    partly: 'Some notifications are not being sent.',
    notConfigured: (count: number) => `${plural(count, { one: 'e-mail channel cannot', other: 'e-mail channels cannot' })} send: no mail server is set up. The operator sets DSS_SMTP_URL; a webhook or chat works without one.`,
    failing: (count: number) => `${plural(count, { one: 'channel fails', other: 'channels fail' })}: the receiver does not accept what is sent.`,
    settings: 'Open the channels',
    ask: 'Ask an administrator of your account.',
  },
  check: 'Check a domain',

  urgent: 'Needs attention',
  urgentOf: (shown: number, count: number) => `the ${number(shown)} most urgent of ${number(count)}`,
  urgentNone: 'Nothing needs your attention.',
  severities: { critical: 'Critical', high: 'High', medium: 'Medium', low: 'Low', info: 'Info' } satisfies Record<Severity, string>,
  since: 'began',
  acknowledged: 'acknowledged',
  allAlerts: 'All alerts',

  estate: 'All domains',
  mean: 'Mean score',
  noMean: 'No score yet',
  trend: { same: 'unchanged in a week', up: (points: number) => `${points} up in a week`, down: (points: number) => `${points} down in a week` },
  trendTitle: 'Mean score over four weeks',
  grades: 'Domains by grade',
  grade: (grade: string | null, count: number) => `${grade === null ? 'Not graded' : `Grade ${grade}`}: ${plural(count, { one: 'domain', other: 'domains' })}`,
  notJudged: '?',
  numbers: {
    domains: (count: number) => plural(count, { one: 'domain', other: 'domains' }),
    withIssues: (count: number) => `${number(count)} to fix`,
    openEvents: (count: number) => `${plural(count, { one: 'change', other: 'changes' })} to decide on`,
    endingSoon: (count: number) => `${plural(count, { one: 'registration', other: 'registrations' })} ${count === 1 ? 'ends' : 'end'} within 30 days`,
    heatMap: 'Heat map of checks',
    calendar: 'Expiry calendar',
    neverChecked: (count: number) => `${number(count)} not scanned yet`,
  },

  changes: 'Changes since your last visit',
  changesFirst: 'Changes of the last seven days',
  changesWhat: 'The changes',
  changesNone: 'No changes.',
  allEvents: 'All events',

  runs: 'Running',
  runsWhat: 'Running work',
  runsNone: 'Nothing is running.',
  allRuns: 'All runs',
  step: (done: number, total: number) => total === 0 ? 'Starting' : `${done} of ${total}`,

  allowances: 'Left today',
  allowance: { website_scans: 'Checks', manual_scans: 'Manual scans' },
  left: (remaining: number, max: number) => `${number(remaining)} of ${number(max)}`,
  resets: 'Resets at 00:00 UTC.',

  first: 'First steps',
  steps: [
    { title: 'Check a domain', text: 'See its security status in seconds, and what to fix.', action: 'Check a domain' },
    { title: 'Monitor your domains', text: 'Add them one by one, or paste a list: they are monitored continuously.', action: 'Add domains' },
    { title: 'Choose who is notified', text: 'By e-mail, webhook or chat, for the domains and severities that matter.', action: 'Set up notifications' },
  ],
}));
