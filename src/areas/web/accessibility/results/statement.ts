import { html, standalonePage, type Html } from '../../../../core/html.ts';
import { adherenceNames, adherenceOf, remarksOn, type Adherence } from './adherence.ts';
import type { Results } from './summary.ts';

const meanings: Readonly<Record<Adherence, string>> = {
  supports: 'People found that the pages meet it, and no rule contradicts.', 'partially-supports': 'At most half of the judged pages fail it.', 'does-not-support': 'More than half of the judged pages fail it, or a person found so.',
  'not-applicable': 'No page has what it speaks of.', 'not-evaluated': 'Rules alone cannot decide it, and questions wait for an answer.',
};

/** The conformance report: every criterion by level with its conformance and remarks, as one page that needs nothing else. */
export function conformanceReport({ settings, pages, criteria }: Results, finishedAt: string): string {
  const judged = pages.filter(({ facts }) => facts !== null).length;
  const table = (level: string): Html | '' => {
    const own = criteria.filter(({ criterion }) => criterion.level === level);
    return own.length === 0 ? '' : html`<h2>Success criteria, level ${level}</h2><table><thead><tr><th scope="col">Criterion</th><th scope="col">Conformance</th><th scope="col">Remarks and explanations</th></tr></thead><tbody>${own.map(one =>
      html`<tr><th scope="row">${one.criterion.number} ${one.criterion.name}</th><td>${adherenceNames[adherenceOf(one, judged)]}</td><td>${remarksOn(one)}</td></tr>`)}</tbody></table>`;
  };
  const title = `Accessibility conformance report: ${settings.domain}`;
  return standalonePage({ title }, html`<main>
<h1>${title}</h1>
<p><strong>Draft, to be checked and signed by a person.</strong> WCAG ${settings.standard.slice(4, 5)}.${settings.standard.slice(5)}, level ${settings.level}, on ${finishedAt.slice(0, 10)}.</p>
<h2>Evaluation methods</h2><p>${judged} of ${pages.length} pages were judged in a browser by several engines and probes of the keyboard; people answered what rules cannot decide.</p><ul>${pages.map(({ url, facts, cause }) => html`<li>${url}${facts === null ? ` (not judged: ${cause ?? 'not reached'})` : ''}</li>`)}</ul>
<h2>Terms</h2><dl>${Object.entries(meanings).map(([level, meaning]) => html`<dt><strong>${adherenceNames[level as Adherence]}</strong></dt><dd>${meaning}</dd>`)}</dl>
${table('A')}${table('AA')}
</main>`);
}
