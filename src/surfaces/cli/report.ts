import { labelOf, rowsOf, type CheckResult, type Row } from '../../areas/domains/check/index.ts';
import { toUnicode } from '../../core/domain-name.ts';
import { cut, printable, wrap, type Paint } from './paint.ts';

type Finding = CheckResult['findings'][number];

/** What a report is written for. */
export interface Page {
  columns: number;
  paint: Paint;
}

const MAX_EVIDENCE = 4;
const MAX_EVIDENCE_CHARACTERS = 400;
const LABEL_WIDTH = 14;
/** Where the text of a finding begins. */
const TEXT_COLUMN = 10;
const MARGIN = ' '.repeat(TEXT_COLUMN);

const colours: Record<Finding['severity'], Parameters<Paint>[0]> = { critical: ['bold', 'red'], high: 'red', medium: 'yellow', low: 'cyan', info: 'gray' };
const glyphs = { ok: '✓', configured: '✓', found: '✓', missing: '–', error: '✗', notTested: '·' } as const;

/** The whole report on one domain: the verdict, one line a record, then what to do, most urgent first. */
export function renderReport(result: CheckResult, page: Page): string {
  const todo = todoOf(result.findings);
  const notes = result.findings.filter(({ state, severity, fix }) => state === 'fail' && severity === 'info' && fix !== null);
  return [
    '',
    headline(result, page),
    '',
    ...rowsOf(result).map(row => renderRow(row, page)),
    '',
    ...renderTodo(todo, page),
    ...renderNotes(notes, page),
    footer(result, page),
    '',
  ].join('\n');
}

/** Several domains: the verdict and the issues of one. */
export function renderBrief(result: CheckResult, page: Page): string {
  const issues = todoOf(result.findings).map(finding => `  ${mark(finding, page)} ${cut(printable(finding.title), page.columns - TEXT_COLUMN - 2)}`);
  return [headline(result, page), ...issues].join('\n');
}

/** What failed, then what could not be determined: one failed lookup can leave many findings unknown and is shown once. */
function todoOf(findings: readonly Finding[]): Finding[] {
  const counting = findings.filter(({ severity }) => severity !== 'info');
  const unknown = Map.groupBy(counting.filter(({ state }) => state === 'unknown'), ({ title }) => title);
  return [...counting.filter(({ state }) => state === 'fail'), ...[...unknown.values()].map(([first]) => first!)];
}

function headline({ domain, grade, score, provisional, unread, summary }: CheckResult, { paint }: Page): string {
  const unicode = toUnicode(domain);
  const name = unicode === domain ? domain : `${unicode} (${domain})`;
  const verdict = grade === null ? noGrade(unread) : `${grade}  ${score}/100${provisional ? ', provisional' : ''}`;
  if (grade === null) return `${paint('bold', name)}  ${paint(['bold', 'magenta'], verdict)}`;
  const colour = summary.overall_status === 'ok' ? 'green' : summary.overall_status === 'warning' ? 'yellow' : 'red';
  return `${paint('bold', name)}  ${paint(['bold', colour], verdict)}`;
}

function noGrade(unread: CheckResult['unread']): string {
  if (unread.length === 0) return 'no grade: too little could be checked';
  return `no grade: ${new Intl.ListFormat('en').format(unread.map(labelOf))} could not be read`;
}

function renderRow({ label, status, summary, issues }: Row, { columns, paint }: Page): string {
  const [issue] = issues;
  const words = summary || issue || (status === 'missing' ? 'not set up' : 'nothing needed');
  const mark = issue?.startsWith('Lookup failed: ') ? paint('magenta', '?') : statusMark(status, issue !== undefined, paint);
  return `${mark} ${label.padEnd(LABEL_WIDTH)}${cut(printable(words), columns - LABEL_WIDTH - 2)}`;
}

function statusMark(status: Row['status'], hasIssues: boolean, paint: Paint): string {
  if (!hasIssues) return paint(status === 'missing' ? 'gray' : 'green', glyphs[status]);
  return status === 'ok' || status === 'found' ? paint('yellow', '!') : paint('red', glyphs[status]);
}

function renderTodo(findings: readonly Finding[], page: Page): string[] {
  if (findings.length === 0) return [page.paint('green', 'Nothing to do: every check passed.'), ''];
  const failed = findings.filter(({ state }) => state === 'fail').length;
  const unknown = findings.length - failed;
  const parts = [failed > 0 ? `${failed} to fix` : '', unknown > 0 ? `${unknown} could not be determined` : ''].filter(part => part !== '');
  return [page.paint('bold', `${parts.join(', ')}, most urgent first`), '', ...findings.flatMap(finding => renderFinding(finding, page))];
}

function mark({ severity, state }: Finding, { paint }: Page): string {
  return state === 'unknown' ? paint('magenta', '?'.padEnd(9)) : paint(colours[severity], severity.toUpperCase().padEnd(9));
}

function renderFinding(finding: Finding, page: Page): string[] {
  const { paint, columns } = page;
  const [first, ...more] = wrap(printable(finding.title), columns - TEXT_COLUMN);
  const lines = [`${mark(finding, page)} ${paint('bold', first!)}`, ...more.map(line => MARGIN + paint('bold', line))];
  if (finding.state === 'fail') lines.push(...labelled('why', finding.detail, page), ...evidenceLines(finding, page));
  if (finding.fix) lines.push(...labelled('fix', finding.fix.text, page), ...recordLines(finding.fix, page));
  return [...lines, paint('gray', MARGIN + finding.id), ''];
}

function evidenceLines({ evidence }: Finding, page: Page): string[] {
  const shown = evidence.slice(0, MAX_EVIDENCE).flatMap((text, i) => labelled(i === 0 ? 'seen' : '', cut(text, MAX_EVIDENCE_CHARACTERS), page));
  return evidence.length > MAX_EVIDENCE ? [...shown, ...labelled('', `and ${evidence.length - MAX_EVIDENCE} more (--json shows all)`, page)] : shown;
}

function recordLines(fix: NonNullable<Finding['fix']>, { paint }: Page): string[] {
  const lines: string[] = [];
  // Not wrapped: a record is there to be copied whole.
  if (fix.record) lines.push('', `     ${paint('cyan', printable(`${fix.record.name} ${fix.record.type} ${quoted(fix.record)}`))}`, '');
  if (fix.portalUrl) lines.push(MARGIN + paint(['underline', 'gray'], fix.portalUrl));
  return lines;
}

function quoted({ type, value }: { type: string; value: string }): string {
  return type === 'TXT' ? `"${value}"` : value;
}

function labelled(label: string, text: string, { columns, paint }: Page): string[] {
  const [first, ...more] = wrap(printable(text), columns - TEXT_COLUMN);
  return [`     ${paint('gray', label.padEnd(4))} ${first!}`, ...more.map(line => MARGIN + line)];
}

function renderNotes(notes: readonly Finding[], page: Page): string[] {
  if (notes.length === 0) return [];
  const titles = notes.flatMap(({ title, id }) => wrap(`· ${printable(title)} (${id})`, page.columns - 2).map(line => `  ${line}`));
  return [page.paint('gray', 'Worth knowing'), ...titles.map(line => page.paint('gray', line)), ''];
}

function footer({ durationMs, questions, timestamp }: CheckResult, { paint }: Page): string {
  return paint('gray', `${questions} questions in ${(durationMs / 1000).toFixed(2)} s at ${timestamp}`);
}
