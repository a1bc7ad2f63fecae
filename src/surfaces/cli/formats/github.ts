import { severities } from '../../../core/finding.ts';
import { printable } from '../paint.ts';
import { explain, type CheckFinding, type DocumentOptions, type Format } from './format.ts';

type Level = 'error' | 'warning' | 'notice';

/**
 * Workflow commands of GitHub Actions, one per finding that failed or could not be determined. Errors are what `--fail-on` names, or critical
 * and high findings; an unknown one is a warning.
 */
export const renderGithub: Format = (outcomes, options) => outcomes.flatMap(outcome => {
  if ('problem' in outcome) return [command('error', outcome.domain, [outcome.problem.message])];
  const { domain, findings } = outcome.result;
  const shown = findings.filter(({ state, severity }) => state === 'fail' || (state === 'unknown' && severity !== 'info'));
  return shown.map(finding => command(levelOf(finding, options), `${domain}: ${finding.title}`, [...explain(finding), finding.id]));
}).join('\n');

function levelOf({ state, severity }: CheckFinding, { failOn }: DocumentOptions): Level {
  if (state === 'unknown') return 'warning';
  if (severities.indexOf(severity) <= severities.indexOf(failOn ?? 'high')) return 'error';
  return severity === 'info' ? 'notice' : 'warning';
}

/** The runner reads `%` escapes in both parts, and in properties the separators as well (actions/toolkit, core/src/command.ts). */
function command(level: Level, title: string, lines: readonly string[]): string {
  const property = escape(printable(title)).replaceAll(':', '%3A').replaceAll(',', '%2C');
  return `::${level} title=${property}::${escape(lines.map(printable).join('\n'))}`;
}

function escape(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}
