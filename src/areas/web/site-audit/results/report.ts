import { html, standalonePage, type Html } from '../../../../core/html.ts';
import { csvLine } from '../../../../core/csv.ts';
import { adviceOf } from './catalogue.ts';
import type { resultsOf } from './results.ts';

export type Results = NonNullable<Awaited<ReturnType<typeof resultsOf>>['data']>;

/** The results as one page that needs nothing else; everything from outside is escaped. */
export function reportPage(results: Results): string {
  const { audit, score, change, checks, notTested, statistics, trend } = results;
  return standalonePage({ title: `Site audit of ${audit.domain}` }, html`<main>
<h1>Site audit of ${audit.domain}</h1>
<p>${score.value === null ? html`<strong>No page could be read: there is no score.</strong>` : html`Score <strong>${score.value}</strong> of 100.`} ${audit.pages === 1 ? '1 page was' : `${audit.pages} pages were`} fetched on ${audit.finishedAt?.slice(0, 10)}.${audit.status === 'partial' ? ` The audit is partial: ${audit.cutCause ?? `it ended at its limit (${audit.cut ?? 'unknown'})`}.` : ''}
${change ? `Since the audit before: ${change.new} new, ${change.fixed} fixed, ${change.unchanged} unchanged.` : ''}</p>
${trendPicture(trend)}
<h2>What to repair first</h2>${checks.length === 0 ? html`<p>${score.value === null ? 'What there is to repair is not known.' : 'Nothing was found.'}</p>` : checks.map(checkPart)}
${notTested.length === 0 ? html`` : html`<h2>Not tested</h2><ul>${notTested.map(({ id, title, reason }) => html`<li>${title} (${id}): ${reason}</li>`)}</ul>`}
<h2>Figures</h2><table><caption>Pages by status</caption><thead><tr><th>Status</th><th>Pages</th></tr></thead><tbody>${Object.entries(statistics.statuses).map(([status, count]) => html`<tr><td>${status === 'none' ? 'no answer' : status}</td><td class="n">${count}</td></tr>`)}</tbody></table>
<h2>How the score comes about</h2><p>${score.formula}</p>
</main>`);
}

function checkPart({ id, title, severity, count, applicable, points, sampleUrls }: Results['checks'][number]): Html {
  const { why, fix } = adviceOf(id);
  return html`<article><h3>${title}</h3><p><strong>${severity}</strong>, on ${count} of ${applicable} pages, ${points} points (${id})</p><p>${why}</p><p>${fix}</p><ul>${sampleUrls.map(url => html`<li>${url}</li>`)}</ul></article>`;
}

const [WIDTH, HEIGHT] = [600, 120];

/** The scores of the last audits as a line. */
function trendPicture(trend: Results['trend']): Html {
  const scores = trend.flatMap(({ score }) => score ?? []);
  if (scores.length < 2) return html``;
  const points = scores.map((score, at) => `${Math.round(WIDTH * at / (scores.length - 1))},${Math.round(HEIGHT - HEIGHT * score / 100)}`).join(' ');
  return html`<svg role="img" aria-label="Scores of the last audits: ${scores.join(', ')}" viewBox="-4 -4 ${WIDTH + 8} ${HEIGHT + 8}" width="100%"><polyline points="${points}" fill="none" stroke="#0b5fff" stroke-width="3"/></svg>`;
}

/** The failed checks as a table (RFC 4180). */
export function reportTable({ checks }: Results): string {
  const head = ['check', 'category', 'severity', 'title', 'pages', 'applicable', 'share', 'points', 'new', 'fixed', 'example'];
  const rows = checks.map(({ id, category, severity, title, count, applicable, share, points, change, sampleUrls }) => [id, category, severity, title, count, applicable, share, points, change?.new ?? '', change?.fixed ?? '', sampleUrls[0] ?? '']);
  return [head, ...rows].map(row => csvLine(row.map(String))).join('');
}
