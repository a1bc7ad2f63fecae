import { toUnicode } from '../../../core/domain-name.ts';
import { severities } from '../../../core/finding.ts';
import type { NewJob } from '../../../store/index.ts';
import { nameOf } from './page.ts';
import type { AccountReport, Change } from './shapes.ts';
import type { ReportsTexts } from './texts.ts';
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
  /** What became known of leaked credentials, in lines; none where no domain is searched for. */
  leaks: readonly string[];
}

/** A part of the e-mail. */
interface Section {
  heading: string;
  lines: string[];
}

/** The job that tells people of their week; `baseUrl` is the public origin of the service. */
export function weeklyNotice(texts: ReportsTexts, accountId: string, week: Week, baseUrl: string): NewJob {
  const { report: { totals }, changes } = week;
  const [since, until] = [week.since, week.until].map(at => new Date(at).toISOString()) as [string, string];
  const sections = sectionsOf(texts, week, `${baseUrl}/api/reports/account`);
  return notificationJob({
    kind: 'report.weekly', severity: 'info', subjectType: 'account', subjectId: accountId,
    title: texts.weekly.title(totals.domains, changes.total),
    body: sections.map(({ heading, lines }) => `${heading}:\n${lines.map(line => `- ${line}`).join('\n')}`).join('\n\n'),
    data: { occasion: 'report', path: '/domains', since, until, ...totals, changes: changes.total, sections: sections.map(section => ({ ...section })) },
  });
}

function sectionsOf(texts: ReportsTexts, week: Week, whole: string): Section[] {
  const { report, changes, moves, since } = week;
  const { weekly } = texts;
  return [
    { heading: weekly.glance.heading, lines: glance(texts, report) },
    { heading: weekly.changed.heading(since), lines: orElse(weekly.changed.none, changed(texts, changes)) },
    ...(week.mail.length === 0 ? [] : [{ heading: weekly.mail, lines: [...week.mail] }]),
    ...(week.leaks.length === 0 ? [] : [{ heading: weekly.leaks, lines: [...week.leaks] }]),
    { heading: weekly.scores.heading, lines: orElse(weekly.scores.none, moved(texts, moves)) },
    { heading: weekly.next.heading, lines: orElse(weekly.next.none, nextSteps(texts, week)) },
    { heading: weekly.whole.heading, lines: [weekly.whole.page(whole), weekly.whole.pdf(`${whole}?format=pdf`)] },
  ];
}

function glance({ weekly: { glance: says }, notJudged, language: { number } }: ReportsTexts, { totals, grades }: AccountReport): string[] {
  const parts = [...grades.map(({ grade, domains }) => `${number(domains)} ${grade ?? notJudged}`), ...(totals.neverChecked === 0 ? [] : [says.notScanned(totals.neverChecked)])];
  return [says.domains(totals.domains, parts), says.issues(totals.issues), says.openEvents(totals.openEvents)];
}

function changed(texts: ReportsTexts, { total, some }: Week['changes']): string[] {
  const lines = some.toSorted((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity)).slice(0, MAX_CHANGES)
    .map(({ domain, title, severity, state }) => `${readable(domain)}: ${title} (${texts.severities[severity]}, ${texts.changeStates[state] ?? state})`);
  return withRemainder(texts, lines, total);
}

function moved(texts: ReportsTexts, moves: readonly Move[]): string[] {
  const lines = moves.toSorted((a, b) => a.score - a.before - (b.score - b.before)).slice(0, MAX_MOVES).map(({ name, before, score }) => texts.weekly.scores.moved(readable(name), score, before));
  return withRemainder(texts, lines, moves.length);
}

/** What cannot be undone comes first: a registration that is lost, then what somebody may have done, then what was always so. */
function nextSteps({ weekly: { next } }: ReportsTexts, { report: { endings, totals }, topFixes }: Week): string[] {
  return [
    ...endings.filter(({ daysLeft }) => daysLeft <= URGENT_DAYS).slice(0, MAX_ENDINGS).map(({ domain, daysLeft }) => next.renew(readable(domain), daysLeft)),
    ...(totals.openEvents === 0 ? [] : [next.review(totals.openEvents)]),
    ...topFixes.map(({ name, title, advice }) => `${readable(name)}: ${title}.${advice === null ? '' : ` ${advice}`}`),
  ];
}

function orElse(nothing: string, lines: string[]): string[] {
  return lines.length === 0 ? [nothing] : lines;
}

function withRemainder({ page: { more } }: ReportsTexts, lines: string[], total: number): string[] {
  return total > lines.length ? [...lines, more(total - lines.length)] : lines;
}

function readable(name: string): string {
  return nameOf({ name, unicodeName: toUnicode(name) });
}
