import { html, standalonePage, type Html } from '../../../../core/html.ts';
import { criteriaOf } from '../criteria/criteria.ts';
import { adherenceOf, remarksOn } from './adherence.ts';
import type { CriterionResult, Results } from './summary.ts';

const TO_FILL_IN = '[to be filled in]';

type Compliance = 'full' | 'partial' | 'none' | 'open';

const sentences: Readonly<Record<Compliance, string>> = {
  full: 'This website is fully compliant with the web chapter of EN 301 549 V3.2.1.',
  partial: 'This website is partially compliant with the web chapter of EN 301 549 V3.2.1, due to the non-compliances listed below.',
  none: 'This website is not compliant with the web chapter of EN 301 549 V3.2.1: more than half of the requirements that apply are not met. They are listed below.',
  open: 'Whether this website complies with the web chapter of EN 301 549 V3.2.1 is not determined yet: answer the open questions of the audit first.',
};

/** What the audit lets one say: nothing is fully compliant while a question is open, and nothing is where most of what applies fails. */
function complianceOf(criteria: readonly CriterionResult[]): Compliance {
  const applying = criteria.filter(({ outcome }) => outcome !== 'inapplicable');
  const failed = applying.filter(({ outcome }) => outcome === 'failed').length;
  if (2 * failed > applying.length) return 'none';
  if (failed > 0) return 'partial';
  return applying.every(({ outcome }) => outcome === 'passed') ? 'full' : 'open';
}

/** A draft of the accessibility statement of a public body, in the parts of the model of the EU (Implementing Decision 2018/1523, annex), as one page; clauses are those of EN 301 549 V3.2.1, chapter 9. */
export function accessibilityStatement({ settings, pages, criteria: judgedCriteria }: Results, finishedAt: string): string {
  // EN 301 549 V3.2.1 has the criteria of WCAG 2.1; what WCAG 2.2 added is no clause of it.
  const clauses = new Set(criteriaOf('wcag21', 'AA').map(({ number }) => number));
  const criteria = judgedCriteria.filter(({ criterion }) => clauses.has(criterion.number));
  const judged = pages.filter(({ facts }) => facts !== null).length;
  const failed = criteria.filter(({ outcome }) => outcome === 'failed');
  const open = criteria.filter(one => adherenceOf(one, judged) === 'not-evaluated');
  const day = finishedAt.slice(0, 10);
  const list = (items: readonly CriterionResult[]): Html => html`<ul>${items.map(one => html`<li>9.${one.criterion.number} ${one.criterion.name}. ${remarksOn(one)}</li>`)}</ul>`;
  return standalonePage({ title: `Accessibility statement: ${settings.domain}` }, html`<main>
<h1>Accessibility statement</h1>
<p><strong>Draft, to be completed and signed by a person.</strong> Replace the text in brackets.</p>
<p>${TO_FILL_IN} is committed to making its website accessible, in accordance with [the national law that transposes Directive (EU) 2016/2102]. This statement applies to ${settings.domain}.</p>
<h2>Compliance status</h2><p>${sentences[complianceOf(criteria)]}</p>
<h2>Non-accessible content</h2><p>The content listed below is non-accessible for the following reasons:</p>
<h3>Non-compliance with the national law</h3>${failed.length === 0 ? html`<p>The audit found none.</p>` : list(failed)}
<h3>Disproportionate burden</h3><p>${TO_FILL_IN}</p>
<h3>Content outside the scope of the law</h3><p>${TO_FILL_IN}</p>
${open.length === 0 ? '' : html`<h3>Not evaluated yet</h3><p>Answer these, then export this statement again:</p>${list(open)}`}
<h2>Preparation of this statement</h2>
<p>This statement was prepared on ${day}. It is based on a self-assessment: ${judged} of ${pages.length} pages of a sample were judged by several engines in a browser against WCAG ${settings.standard.slice(4, 5)}.${settings.standard.slice(5)}, level ${settings.level}, and people answered what rules cannot decide. Last reviewed on ${day}.</p>
<h2>Feedback and contact information</h2><p>Report barriers to ${TO_FILL_IN}.</p>
<h2>Enforcement procedure</h2><p>If the answer does not satisfy you, turn to [the enforcement body of your country].</p>
</main>`);
}
