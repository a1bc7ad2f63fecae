import type { Severity } from '../../../../api/types.ts';
import { defineTexts } from '../../../../language/index.ts';

/** How everything stands. */
export const texts = defineTexts('summary/overview/overview', ({ number, plural }) => ({
  title: 'Overview',
  what: 'The overview',
  answer: {
    none: 'Nothing is watched yet.',
    calm: (domains: number) => `All ${plural(domains, { one: 'domain', other: 'domains' })} ${domains === 1 ? 'stands' : 'stand'} well: nothing needs you now.`,
    urgent: (count: number, more: boolean) => `${more ? 'At least ' : ''}${plural(count, { one: 'thing needs', other: 'things need' })} you now.`,
    minor: (domains: number) => `Nothing is urgent. ${plural(domains, { one: 'domain has', other: 'domains have' })} something to mend.`,
    waiting: (domains: number) => `${plural(domains, { one: 'domain waits', other: 'domains wait' })} for the first look.`,
  },
  changed: (count: number, more: boolean) => count === 0 ? 'Nothing has changed since your last visit.' : `${count}${more ? ' or more' : ''} ${count === 1 && !more ? 'change' : 'changes'} since your last visit.`,
  check: 'Check a domain',

  urgent: 'Needs attention',
  urgentNone: 'Nothing waits for you.',
  severities: { critical: 'Critical', high: 'High', medium: 'Medium', low: 'Low', info: 'Info' } satisfies Record<Severity, string>,
  kinds: { event: 'Changed', expiry: 'Ends', issues: 'Seen' },
  moreIssues: (count: number) => `and ${count} more to mend`,
  issuesOnly: (count: number) => `${plural(count, { one: 'thing', other: 'things' })} to mend`,

  estate: 'All domains',
  mean: 'Mean score',
  noMean: 'No score yet',
  trend: { same: 'as a week ago', up: (points: number) => `${points} up in a week`, down: (points: number) => `${points} down in a week` },
  trendTitle: 'Mean score over four weeks',
  grades: 'Domains by grade',
  grade: (grade: string | null, count: number) => `${grade === null ? 'Could not be judged' : `Grade ${grade}`}: ${plural(count, { one: 'domain', other: 'domains' })}`,
  notJudged: '?',
  numbers: {
    domains: (count: number) => plural(count, { one: 'domain', other: 'domains' }),
    withIssues: (count: number) => `${number(count)} to mend`,
    openEvents: (count: number) => `${plural(count, { one: 'change', other: 'changes' })} to decide on`,
    endingSoon: (count: number) => `${plural(count, { one: 'registration', other: 'registrations' })} ${count === 1 ? 'ends' : 'end'} within 30 days`,
    neverChecked: (count: number) => `${number(count)} not looked at yet`,
  },

  changes: 'Changes since your last visit',
  changesFirst: 'Changes of the last seven days',
  changesWhat: 'The changes',
  changesNone: 'No change was seen.',
  allEvents: 'All events',

  runs: 'Under way',
  runsWhat: 'What is under way',
  runsNone: 'Nothing runs now.',
  allRuns: 'All runs',
  step: (done: number, total: number) => total === 0 ? 'Begins' : `${done} of ${total}`,

  allowances: 'Left today',
  allowance: { website_scans: 'Checks', manual_scans: 'Scans by hand' },
  left: (remaining: number, max: number) => `${number(remaining)} of ${number(max)}`,
  resets: 'Counts anew at 00:00 UTC.',

  first: 'First steps',
  steps: [
    { title: 'Check a domain', text: 'See in seconds how it stands and what to mend.', action: 'Check a domain' },
    { title: 'Watch your domains', text: 'Add them one by one, or paste a list: they are looked at again and again.', action: 'Add domains' },
    { title: 'Say who hears of changes', text: 'By mail, webhook or chat, for the domains and severities that matter.', action: 'Set up notifications' },
  ],
}));
