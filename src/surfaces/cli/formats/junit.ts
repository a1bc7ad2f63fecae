import { couldNotTell } from '../../../areas/domains/check/index.ts';
import { severities } from '../../../core/finding.ts';
import { printable } from '../paint.ts';
import { explain, nameOf, type CheckFinding, type DocumentOptions, type Format, type Outcome } from './format.ts';

interface Case {
  xml: string;
  kind: 'passed' | 'failures' | 'errors' | 'skipped';
}

/**
 * JUnit XML: a suite per domain, a case per finding. A case fails from `--fail-on` up, or else from low up; milder ones pass and tell of it.
 * An unknown finding is an error where the exit code would be 7, otherwise the case is skipped, as is what does not apply.
 */
export const renderJunit: Format = (outcomes, options) => {
  const suites = outcomes.map(outcome => ({ outcome, cases: casesOf(outcome, options) }));
  const all = suites.flatMap(({ cases }) => cases);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${attribute('name', 'dss check')}${countsOf(all)}>`,
    ...suites.flatMap(({ outcome, cases }) => [
      `  <testsuite${attribute('name', nameOf(outcome))}${countsOf(cases)}${timesOf(outcome)}>`,
      ...cases.map(({ xml }) => `    ${xml}`),
      '  </testsuite>',
    ]),
    '</testsuites>',
  ].join('\n');
};

function countsOf(cases: readonly Case[]): string {
  const count = (kind: Case['kind']) => attribute(kind, cases.filter(one => one.kind === kind).length);
  return `${attribute('tests', cases.length)}${count('failures')}${count('errors')}${count('skipped')}`;
}

function timesOf(outcome: Outcome): string {
  if ('problem' in outcome) return '';
  const { timestamp, durationMs } = outcome.result;
  return attribute('timestamp', timestamp) + attribute('time', (durationMs / 1000).toFixed(3));
}

function casesOf(outcome: Outcome, options: DocumentOptions): Case[] {
  const domain = nameOf(outcome);
  if ('result' in outcome) return outcome.result.findings.map(finding => caseOf(domain, finding, options));
  const { code, message } = outcome.problem;
  return [caseWith(domain, 'check', 'The domain can be checked', 'errors', element('error', { type: code, message }, message))];
}

function caseOf(domain: string, finding: CheckFinding, { failOn }: DocumentOptions): Case {
  const { id, title, state, severity, record } = finding;
  const made = (kind: Case['kind'], inner: string) => caseWith(`${domain}.${record}`, id, title, kind, inner);
  const text = explain(finding).join('\n');
  if (state === 'pass') return made('passed', '');
  if (state === 'notApplicable') return made('skipped', element('skipped', { message: 'Does not apply' }));
  if (state === 'unknown') {
    const message = `Could not be determined: ${finding.evidence.join('; ') || finding.detail}`;
    return couldNotTell([finding]) ? made('errors', element('error', { type: 'unknown', message }, text)) : made('skipped', element('skipped', { message }));
  }
  const fails = severities.indexOf(severity) <= severities.indexOf(failOn ?? 'low');
  return fails ? made('failures', element('failure', { type: severity, message: title }, text)) : made('passed', element('system-out', {}, `${severity}: ${title}\n${text}`));
}

function caseWith(classname: string, id: string, title: string, kind: Case['kind'], inner: string): Case {
  const head = `<testcase${attribute('classname', classname)}${attribute('name', `${id}: ${title}`)}`;
  return { kind, xml: inner === '' ? `${head}/>` : `${head}>${inner}</testcase>` };
}

function element(name: string, attributes: Record<string, string>, text = ''): string {
  const head = name + Object.entries(attributes).map(([key, value]) => attribute(key, value)).join('');
  return text === '' ? `<${head}/>` : `<${head}>${text.split('\n').map(escape).join('\n')}</${name}>`;
}

function attribute(name: string, value: string | number): string {
  return ` ${name}="${escape(String(value))}"`;
}

/** XML 1.0 §2.4; what no document may hold (§2.2) is made visible before. */
function escape(text: string): string {
  return printable(text).toWellFormed().replace(/[\ufffe\uffff]/g, '\ufffd')
    .replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
