import { toUnicode } from '../../../core/domain-name.ts';
import { severities } from '../../../core/finding.ts';
import type { NewJob } from '../../../store/index.ts';
import { nameOf, stateWords } from './page.ts';
import type { AccountReport, Change } from './shapes.ts';
import { notificationJob } from '../../platform/notifications/index.ts';

const MAX_CHANGES = 8;
const MAX_MOVES = 5;
const MAX_ENDINGS = 3;
const URGENT_DAYS = 30;

/** A domain whose score is another than it was. */
export interface Move {
  name: string;
  before: number;
  score: number;
}

/** The most urgent thing to fix at a domain. */
export interface TopFix {
  name: string;
  title: string;
  advice: string | null;
}

/** What a week was like for an account. */
export interface Week {
  /** How all domains stand now. */
  report: AccountReport;
  /** Epoch milliseconds. */
  since: number;
  until: number;
  changes: { total: number; some: readonly Change[] };
  moves: readonly Move[];
  topFixes: readonly TopFix[];
  /** What DMARC reports say of the week, in lines; none without reports. */
  mail: readonly string[];
}

/** A part of the e-mail. */
interface Section {
  heading: string;
  lines: string[];
}

/** The job that tells people of their week; `baseUrl` is the public origin of the service. */
export function weeklyNotice(accountId: string, week: Week, baseUrl: string): NewJob {
  const { report: { totals }, changes } = week;
  const [since, until] = [week.since, week.until].map(at => new Date(at).toISOString()) as [string, string];
  const sections = sectionsOf(week, since, `${baseUrl}/api/reports/account`);
  return notificationJob({
    kind: 'report.weekly', severity: 'info', subjectType: 'account', subjectId: accountId,
    title: `Weekly report: ${counted(totals.domains, 'domain')}, ${counted(changes.total, 'change')}`,
    body: sections.map(({ heading, lines }) => `${heading}:\n${lines.map(line => `- ${line}`).join('\n')}`).join('\n\n'),
    data: { occasion: 'report', path: '/domains', since, until, ...totals, changes: changes.total, sections: sections.map(section => ({ ...section })) },
  });
}

function sectionsOf(week: Week, since: string, whole: string): Section[] {
  const { report, changes, moves } = week;
  return [
    { heading: 'At a glance', lines: glance(report) },
    { heading: `Changed since ${since.slice(0, 10)}`, lines: orElse('No changes.', changed(changes)) },
    ...(week.mail.length === 0 ? [] : [{ heading: 'Mail in your name', lines: [...week.mail] }]),
    { heading: 'Scores', lines: orElse('No score has changed.', moved(moves)) },
    { heading: 'What to do next', lines: orElse('Nothing found in the last scans.', nextSteps(week)) },
    { heading: 'The whole report, for those who are signed in', lines: [`to read: ${whole}`, `as PDF: ${whole}?format=pdf`] },
  ];
}

function glance({ totals, grades }: AccountReport): string[] {
  const parts = [...grades.map(({ grade, domains }) => `${domains} ${grade ?? 'not judged'}`), ...(totals.neverChecked === 0 ? [] : [`${totals.neverChecked} not scanned yet`])];
  return [`Domains: ${totals.domains} (${parts.join(', ')})`, `Issues: ${totals.issues}`, `Pending changes: ${totals.openEvents}`];
}

function changed({ total, some }: Week['changes']): string[] {
  const lines = some.toSorted((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity)).slice(0, MAX_CHANGES)
    .map(({ domain, title, severity, state }) => `${readable(domain)}: ${title} (${severity}, ${stateWords[state] ?? state})`);
  return withRemainder(lines, total);
}

function moved(moves: readonly Move[]): string[] {
  const lines = moves.toSorted((a, b) => a.score - a.before - (b.score - b.before)).slice(0, MAX_MOVES).map(({ name, before, score }) => `${readable(name)}: ${score}, was ${before}`);
  return withRemainder(lines, moves.length);
}

/** What cannot be undone comes first: a registration that is lost, then what somebody may have done, then what was always so. */
function nextSteps({ report: { endings, totals }, topFixes }: Week): string[] {
  return [
    ...endings.filter(({ daysLeft }) => daysLeft <= URGENT_DAYS).slice(0, MAX_ENDINGS).map(({ domain, daysLeft }) => `See that ${readable(domain)} is renewed: its registration ${ends(daysLeft)}.`),
    ...(totals.openEvents === 0 ? [] : [`Review ${counted(totals.openEvents, 'change')}: authorize what was intended, deny what was not.`]),
    ...topFixes.map(({ name, title, advice }) => `${readable(name)}: ${title}.${advice === null ? '' : ` ${advice}`}`),
  ];
}

function ends(daysLeft: number): string {
  return daysLeft < 0 ? 'has ended' : `ends in ${counted(daysLeft, 'day')}`;
}

function orElse(nothing: string, lines: string[]): string[] {
  return lines.length === 0 ? [nothing] : lines;
}

function withRemainder(lines: string[], total: number): string[] {
  return total > lines.length ? [...lines, `and ${total - lines.length} more`] : lines;
}

function readable(name: string): string {
  return nameOf({ name, unicodeName: toUnicode(name) });
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
