import { casesIn, tally, type CaseResult } from './run.sample.ts';

/** The cases that this project carries, and what their report is made to. */
export const CARRIED = new URL('./cases/', import.meta.url).pathname;
export const REPORT = { json: new URL('../../../../../docs/act/report.json', import.meta.url).pathname, page: new URL('../../../../../docs/act/README.md', import.meta.url).pathname };

const CASES_AT = 'https://www.w3.org/WAI/content-assets/wcag-act-rules/';
const RULES_AT = 'https://www.w3.org/WAI/standards-guidelines/act/rules/';

/** What the report says of a case; nothing failed and nothing to ask means that a rule passed, or that none applied. */
function outcomeOf({ ruleId, outcome, judgement }: CaseResult): string {
  if (outcome !== 'none') return outcome;
  const passed = judgement?.engines.some(one => one.outcome === 'judged' && one.judgement.passed.some(({ act }) => act.includes(ruleId))) ?? false;
  return passed ? 'passed' : 'inapplicable';
}

/** One case of the report, as one line. */
export function lineOf(result: CaseResult): string {
  const { ruleId, ruleName, relativePath } = result;
  return JSON.stringify({
    '@type': 'TestSubject', source: CASES_AT + relativePath,
    assertions: [{ '@type': 'Assertion', mode: 'earl:automatic', test: { '@type': 'TestCriterion', title: ruleName, isPartOf: [`${RULES_AT}${ruleId}/`] }, result: { '@type': 'TestResult', outcome: `earl:${outcomeOf(result)}` } }],
  });
}

/** The engines that judged, with their versions. */
export function enginesOf(results: readonly CaseResult[]): string {
  return [...new Set(results.flatMap(({ judgement }) => judgement?.engines.map(({ engine, version }) => `${engine} ${version}`) ?? []))].toSorted().join(', ');
}

/** The implementation report of the ACT rules as EARL in JSON-LD, a line for each case. */
export function reportOf(results: readonly CaseResult[]): string {
  return `{"@context":"${CASES_AT}earl-context.json","@graph":[\n${JSON.stringify({ '@type': ['Assertor', 'Software'], name: 'Domain Security Service', description: enginesOf(results) })},\n${results.map(lineOf).join(',\n')}\n]}\n`;
}

/** The same as a table by rule. */
export function reportPage(results: readonly CaseResult[]): string {
  const all = tally(results);
  const rows = [...Map.groupBy(results, ({ ruleId }) => ruleId)].map(([rule, of]) => {
    const { mustFail, found, asked, mustNotFail, falseAlarms, needless } = tally(of);
    return `| [${rule}](${RULES_AT}${rule}/) ${of[0]!.ruleName.replaceAll('|', '\\|')} | ${found} of ${mustFail} | ${asked} | ${falseAlarms} of ${mustNotFail} | ${needless} |`;
  });
  return `# ACT implementation report

<!-- Made by \`npm run bench -- act\`; do not edit. -->

The approved [rules of the W3C's Accessibility Conformance Testing](https://www.w3.org/WAI/standards-guidelines/act/rules/), on all ${casesIn(CARRIED).length} of their cases,
judged as an audit judges a page. [report.json](report.json) has every case, as EARL in JSON-LD. Engines: ${enginesOf(results)}.

- ${all.found} of ${all.mustFail} cases that must fail do so, and ${all.asked} become a question for a person.
- ${all.falseAlarms} of ${all.mustNotFail} cases that must not fail do, and ${all.needless} become a question.

| Rule | Found | Asked | False alarms | Needless questions |
| --- | --- | --- | --- | --- |
${rows.join('\n')}
`;
}
