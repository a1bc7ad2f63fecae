import type { Severity } from '../../../core/finding.ts';
import type { Moment } from '../../../core/language.ts';
import { defineTexts, type SpokenOf } from '../../../core/texts.ts';

const severities: Readonly<Record<Severity, string>> = { critical: 'critical', high: 'high', medium: 'medium', low: 'low', info: 'info' };
/** What became of a change. */
const changeStates: Readonly<Record<string, string>> = {
  open: 'waits for a decision', authorized: 'meant', autoAuthorized: 'fine', denied: 'not meant', reverted: 'gone again', superseded: 'followed by another',
};
const recordStatuses: Readonly<Record<string, string>> = { ok: 'fine', configured: 'there', found: 'found', missing: 'not there', error: 'faulty', notTested: 'not checked' };

/** What reports say, and the weekly e-mail. In sentences, {0} and {1} are what the page puts there. */
export const reportsTexts = defineTexts('summary/reports', ({ number, plural, isoDay }) => {
  const days = (count: number) => plural(count, { one: 'day', other: 'days' });
  const changes = (count: number) => plural(count, { one: 'change', other: 'changes' });
  return {
    severities,
    changeStates,
    badge: {
      label: 'domain security', grade: (name: string, grade: string, day: string) => `${name}: grade ${grade} as of ${isoDay(day)}`, none: (name: string) => `${name}: no grade`,
    },
    notJudged: 'not judged',
    page: { made: 'Created {0}.', number: 'Page {0} of {1}', more: (count: number) => `and ${number(count)} more` },
    changes: { heads: ['Domain', 'Came up', 'Severity', 'What changed', 'State'], before: 'Before:', seen: 'Seen:' },
    endings: {
      heads: ['Domain', 'What', 'Ends', 'Left'], of: { registration: 'Registration', certificate: 'Certificate of the website' },
      left: (daysLeft: number) => (daysLeft < 0 ? 'ended' : days(daysLeft)),
    },
    domain: {
      title: (name: string) => `Security report: ${name}`,
      client: (name: string) => `Client: ${name}`,
      group: (name: string) => `Group: ${name}`,
      notScanned: 'DNS and e-mail of this domain have not been checked yet.',
      lastScan: 'Last scan: {0}',
      glance: 'At a glance',
      unread: (records: string) => `No grade: ${records} could not be read.`,
      noGrade: 'Too little could be assessed for a grade.',
      grade: 'Grade {0}, {1} of 100 points',
      provisionalGrade: 'Grade {0}, {1} of 100 points (provisional: not everything could be assessed)',
      records: {
        heading: 'Records', caption: 'What was checked', heads: ['Record', 'State', 'Issues', 'Worst'], none: 'Nothing was checked.', statuses: recordStatuses,
        undetermined: 'could not be determined', partlyUnknown: (status: string) => `${status}, partly unknown`, asOf: '{0} (read {1})',
      },
      fixes: { heading: 'What to fix', none: 'Nothing.', advice: 'Advice', severity: (severity: Severity) => `Severity: ${severities[severity]}`, seen: 'Seen:', todo: 'What to do:' },
      unknown: { heading: 'What could not be determined', why: 'A lookup failed; it does not count against the domain.' },
      changed: { heading: 'Changed in the last 30 days', caption: 'Newest first', none: 'No changes.' },
      ends: { heading: 'What ends', caption: 'Times in UTC', none: 'No date is known.' },
    },
    account: {
      titleOfAll: 'Security report: all domains',
      titleOf: (labels: readonly string[]) => `Security report: ${labels.join(', ')}`,
      labels: { client: (name: string) => `client ${name}`, group: (name: string) => `group ${name}`, tag: (name: string) => `tag ${name}` },
      glance: 'At a glance',
      numbers: { caption: 'In numbers', heads: ['What', 'How many'], domains: 'Domains', neverChecked: 'Not scanned yet', issues: 'Issues', openEvents: 'Pending changes' },
      grades: { caption: 'Domains by grade', heads: ['Grade', 'Domains'], none: 'No domain has a grade yet.' },
      domains: {
        heading: 'Domains', caption: 'Lowest score first', heads: ['Domain', 'Grade', 'Score', 'Issues', 'Worst', 'Open changes', 'Last scan'], none: 'There are none.',
        neverScanned: 'none yet', more: (count: number) => `And ${number(count)} more domains.`,
      },
      pending: { heading: 'Pending changes', caption: 'Most severe first', none: 'There are none.', more: (count: number) => `And ${number(count)} more changes.` },
      ends: {
        heading: 'Registrations that end within 60 days', caption: 'Soonest first', none: 'There are none.', more: (count: number) => `And ${number(count)} more registrations.`,
      },
    },
    weekly: {
      title: (domains: number, changed: number) => `Weekly report: ${plural(domains, { one: 'domain', other: 'domains' })}, ${changes(changed)}`,
      glance: {
        heading: 'At a glance', notScanned: (count: number) => `${number(count)} not scanned yet`,
        domains: (count: number, parts: readonly string[]) => `Domains: ${number(count)} (${parts.join(', ')})`,
        issues: (count: number) => `Issues: ${number(count)}`,
        openEvents: (count: number) => `Pending changes: ${number(count)}`,
      },
      changed: { heading: (since: Moment) => `Changed since ${isoDay(since)}`, none: 'No changes.' },
      mail: 'Mail in your name',
      leaks: 'Leaked credentials',
      scores: { heading: 'Scores', none: 'No score has changed.', moved: (name: string, score: number, before: number) => `${name}: ${number(score)}, was ${number(before)}` },
      next: {
        heading: 'What to do next', none: 'Nothing found in the last scans.',
        renew: (name: string, daysLeft: number) => `See that ${name} is renewed: its registration ${daysLeft < 0 ? 'has ended' : `ends in ${days(daysLeft)}`}.`,
        review: (count: number) => `Review ${changes(count)}: authorize what was intended, deny what was not.`,
      },
      whole: { heading: 'The whole report, for those who are signed in', page: (url: string) => `to read: ${url}`, pdf: (url: string) => `as PDF: ${url}` },
    },
  };
});
export type ReportsTexts = SpokenOf<typeof reportsTexts>;
