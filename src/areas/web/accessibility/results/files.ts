import { csvLine } from '../../../../core/csv.ts';
import { html, standalonePage, type Html } from '../../../../core/html.ts';
import { MAX_SARIF_RESULTS, sarifOf, sarifPage, type SarifLevel } from '../../../../core/sarif.ts';
import type { Impact } from '../engines/engine.ts';
import { presentFinding } from '../present.ts';
import type { FindingRow } from '../store/findings.ts';
import type { CriterionOutcome } from './outcomes.ts';
import type { CriterionResult, Results } from './summary.ts';

const levels: Readonly<Record<Impact, SarifLevel>> = { critical: 'error', serious: 'error', moderate: 'warning', minor: 'note' };

/** The findings as a table (RFC 4180). */
export function findingsTable(rows: readonly FindingRow[]): string {
  const head = ['page', 'criteria', 'impact', 'title', 'selector', 'html', 'rules', 'engines', 'cause'];
  const lines = rows.map(presentFinding).map(({ url, criteria, impact, title, selector, html, actRules, saidBy, cause }) =>
    [url, criteria.join(' '), impact, title, selector, html, actRules.join(' '), saidBy.map(({ engine, rule }) => `${engine}/${rule}`).join(' '), cause]);
  return [head, ...lines].map(csvLine).join('');
}

/** The findings as SARIF 2.1.0: a rule for each criterion, a result for each element that fails it. */
export function findingsSarif({ criteria, pages }: Results, rows: readonly FindingRow[], version: string): string {
  const indexes = new Map(criteria.map(({ criterion: { number } }, at) => [number, at]));
  const unjudged = pages.filter(({ facts }) => facts === null);
  return JSON.stringify(sarifOf({
    version, rules: criteria.map(ruleOf),
    notifications: unjudged.map(({ url, cause }) => ({ level: 'warning', message: { text: `${url} was not judged: ${cause ?? 'it was not reached'}.` } })),
    results: rows.slice(0, MAX_SARIF_RESULTS).map(presentFinding).map(one => resultOf(one, indexes)),
  }));
}

function ruleOf({ criterion: { number, name, question, understanding } }: CriterionResult): object {
  return { id: `wcag-${number}`, shortDescription: { text: `${number} ${name}` }, fullDescription: { text: question }, helpUri: understanding, properties: { tags: ['accessibility'] } };
}

function resultOf({ criteria, url, title, impact, selector, html, saidBy, cause }: ReturnType<typeof presentFinding>, indexes: ReadonlyMap<string, number>): object {
  return {
    ruleId: `wcag-${criteria[0]}`, ruleIndex: indexes.get(criteria[0]!) ?? -1, kind: 'fail', level: levels[impact],
    message: { text: [`${title}: ${url}`, ...saidBy.map(({ says }) => says), `Element: ${selector}`].join('\n') },
    locations: [{ physicalLocation: sarifPage(url, { snippet: { text: html } }), logicalLocations: [{ fullyQualifiedName: `${url} ${selector}`, kind: 'element' }] }],
    partialFingerprints: { 'pageElementAndCause/v1': `${url} ${selector} ${cause}` },
    properties: { impact, criteria },
  };
}

/** How outcomes are called in statements: nothing is supported before all questions are answered. */
const says: Readonly<Record<CriterionOutcome, string>> = { failed: 'Does not support', cantTell: 'Not fully evaluated', passed: 'Supports', inapplicable: 'Not applicable', untested: 'Not evaluated' };
const MAX_EXAMPLES = 100;

/** The conformance table of all criteria with the findings, as one page that needs nothing else; everything from outside is escaped. */
export function conformancePage({ settings, pages, criteria }: Results, rows: readonly FindingRow[], finishedAt: string): string {
  return standalonePage({ title: `Accessibility of ${settings.domain}` }, html`<main>
<h1>Accessibility of ${settings.domain}</h1>
<p>WCAG ${settings.standard.slice(4, 5)}.${settings.standard.slice(5)}, level ${settings.level}, on ${finishedAt.slice(0, 10)}. A draft for a person to check and sign: rules see a part of what a criterion asks for.</p>
<h2>Pages</h2><ul>${pages.map(({ url, facts, cause }) => html`<li>${url}${facts === null ? ` (not judged: ${cause ?? 'not reached'})` : ''}</li>`)}</ul>
<h2>Conformance</h2><table><thead><tr><th scope="col">Criterion</th><th scope="col">Level</th><th scope="col">Conformance</th><th scope="col">Remarks</th></tr></thead><tbody>${criteria.map(lineOf)}</tbody></table>
<h2>Findings</h2>${rows.length === 0 ? html`<p>No rule found a failure.</p>` : rows.slice(0, MAX_EXAMPLES).map(presentFinding).map(findingPart)}
${rows.length > MAX_EXAMPLES ? html`<p>${rows.length - MAX_EXAMPLES} more are in the table of findings.</p>` : ''}
</main>`);
}

function lineOf({ criterion: { number, name, level }, outcome, failures, open }: CriterionResult): Html {
  const remarks = [failures.count > 0 ? `${failures.count} findings on ${failures.pages} pages` : '', open > 0 ? `${open} open questions` : ''].filter(Boolean).join('; ');
  return html`<tr><th scope="row">${number} ${name}</th><td>${level}</td><td>${says[outcome]}</td><td>${remarks}</td></tr>`;
}

function findingPart({ title, criteria, impact, url, selector, html: code, saidBy }: ReturnType<typeof presentFinding>): Html {
  return html`<article><h3>${title}</h3><p><strong>${impact}</strong>, ${criteria.join(', ')}: ${url}</p><p><code>${selector}</code></p><p><code>${code}</code></p><ul>${saidBy.map(({ engine, says }) => html`<li>${engine}: ${says}</li>`)}</ul></article>`;
}
