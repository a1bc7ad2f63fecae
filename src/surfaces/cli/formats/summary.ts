import type { Severity } from '../../../core/finding.ts';
import { severities } from '../../../core/finding.ts';
import { printable } from '../paint.ts';
import { nameOf, type CheckFinding, type Format, type Outcome } from './format.ts';

/** The runner takes no more than 1 MiB of a step; what is left out is said. */
const MAX_ROWS = 200;

/** GitHub-flavoured Markdown for the summary of a CI job: a row for each domain, then what failed, most severe first. */
export const renderSummary: Format = (outcomes, { failOn }) => {
  const failed = outcomes.flatMap(outcome => failedOf(outcome).map(finding => ({ domain: nameOf(outcome), finding })))
    .toSorted((a, b) => severities.indexOf(a.finding.severity) - severities.indexOf(b.finding.severity));
  return [
    '## Check of domains',
    `${outcomes.length} checked${failOn === null ? '' : `; the step fails from ${failOn} up`}.`,
    ...table(['Domain', 'Grade', 'Failed', 'Unknown'], outcomes.map(rowOf)),
    ...(failed.length === 0 ? [] : table(['Severity', 'Domain', 'Finding', 'What to do'], failed.map(({ domain, finding }) => [finding.severity, domain, `${finding.title} (${finding.id})`, finding.fix?.text ?? '']))),
  ].join('\n');
};

function rowOf(outcome: Outcome): string[] {
  const name = nameOf(outcome);
  if ('problem' in outcome) return [name, 'not checked', outcome.problem.message, ''];
  const { grade, findings } = outcome.result;
  const unknown = findings.filter(({ state }) => state === 'unknown').length;
  return [name, grade ?? 'none', countsOf(failedOf(outcome)), String(unknown)];
}

function failedOf(outcome: Outcome): CheckFinding[] {
  return 'result' in outcome ? outcome.result.findings.filter(({ state }) => state === 'fail') : [];
}

/** Such as `1 high, 2 low`. */
function countsOf(findings: readonly CheckFinding[]): string {
  const count = (severity: Severity) => findings.filter(one => one.severity === severity).length;
  return severities.filter(severity => count(severity) > 0).map(severity => `${count(severity)} ${severity}`).join(', ') || 'none';
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`;
  const left = rows.length - MAX_ROWS;
  return ['', line(head), `|${' --- |'.repeat(head.length)}`, ...rows.slice(0, MAX_ROWS).map(line), ...(left > 0 ? ['', `${left} more are left out.`] : [])];
}

/** Texts come from strangers' records: nothing in them is markup. */
function cell(text: string): string {
  return printable(text).replace(/\s+/g, ' ').replace(/[\\`*_[\]<>|#&~!$@:]/g, character => `&#${character.codePointAt(0)};`);
}
