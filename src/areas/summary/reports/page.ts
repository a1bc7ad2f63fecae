import { filled, html, standalonePage, type Html } from '../../../core/html.ts';
import type { Brand, Change, Ending } from './shapes.ts';
import type { ReportsTexts } from './texts.ts';

/** A page that needs nothing besides itself and runs nothing: it may be mailed, kept and printed. */
export function page({ title, brand, madeAt }: { title: string; brand: Brand; madeAt: string }, main: Html, texts: ReportsTexts): string {
  return standalonePage({ language: texts.language.tag, title: `${title} · ${brand.name}`, style: styleFor(brand, texts) }, html`<header><p>${brand.name}</p></header>
<main>
<h1>${title}</h1>
${main}
</main>
<footer>${brand.footer !== null && html`<p>${brand.footer}</p>`}<p>${filled(texts.page.made, moment(madeAt, texts))}</p></footer>`);
}

/** A table with a heading for each column, whose first cell names the row; `nothing` stands there when it has no rows. */
export function table(caption: string, heads: readonly string[], rows: readonly (readonly (string | number | Html)[])[], nothing: string): Html {
  if (rows.length === 0) return html`<p>${nothing}</p>`;
  return html`<table><caption>${caption}</caption>
<thead><tr>${heads.map(head => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>
${rows.map(([first, ...others]) => html`<tr><th scope="row">${first}</th>${others.map(cell => html`<td>${cell}</td>`)}</tr>
`)}</tbody></table>`;
}

const MAX_LINES = 10;

/** Lines in the words of their source, kept apart from the text around them. */
export function lines(found: readonly string[], { page: { more } }: ReportsTexts): Html {
  const rest = found.length - MAX_LINES;
  return html`<ul class="seen">${found.slice(0, MAX_LINES).map(line => html`<li><code>${line}</code></li>`)}${rest > 0 && html`<li>${more(rest)}</li>`}</ul>`;
}

/** A domain as people read it, with the name in DNS where that differs. */
export function nameOf({ name, unicodeName }: { name: string; unicodeName: string }): string {
  return name === unicodeName ? name : `${unicodeName} (${name})`;
}

/** A moment in UTC, to the minute. */
export function moment(iso: string, { language }: ReportsTexts): Html {
  return html`<time datetime="${iso}">${language.isoMinute(iso)}</time>`;
}

export function changesTable(caption: string, changes: readonly Change[], nothing: string, texts: ReportsTexts): Html {
  const rows = changes.map(({ domain, at, severity, state, title, before, after }) => [
    domain, moment(at, texts), texts.severities[severity],
    html`<div class="text">${title}${before.length > 0 && html`<p>${texts.changes.before}</p>${lines(before, texts)}`}${after.length > 0 && html`<p>${texts.changes.seen}</p>${lines(after, texts)}`}</div>`,
    texts.changeStates[state] ?? state,
  ]);
  return table(caption, texts.changes.heads, rows, nothing);
}

export function endingsTable(caption: string, endings: readonly Ending[], nothing: string, texts: ReportsTexts): Html {
  return table(caption, texts.endings.heads, endings.map(({ domain, what, at, daysLeft }) => [
    domain, texts.endings.of[what], moment(at, texts), texts.endings.left(daysLeft),
  ]), nothing);
}

/** The number of a page as CSS counts it, between the words around it (css-page-3 §7.1). */
function pageNumber(sentence: string): string {
  const counters = ['counter(page)', 'counter(pages)'];
  return sentence.split(/\{(\d)\}/).map((piece, at) => (at % 2 === 1 ? counters[Number(piece)] : piece && JSON.stringify(piece))).filter(Boolean).join(' ');
}

function styleFor({ color }: Brand, texts: ReportsTexts): string {
  return `
@page {
  size: A4; margin: 16mm 15mm 20mm;
  @bottom-right { content: ${pageNumber(texts.page.number)}; font: 8pt system-ui, sans-serif; color: #595959; }
}
:root { color-scheme: light; }
* { box-sizing: border-box; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
body { margin: 0 auto; max-width: 60rem; padding: 0 1rem; background: #fff; color: #1a1a1a; font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
header { border-bottom: 6px solid ${color}; font-weight: 600; }
footer { border-top: 2px solid ${color}; margin-top: 2rem; font-size: .875rem; }
footer p { white-space: pre-line; }
h1, h2, h3 { line-height: 1.25; break-after: avoid; }
h2 { border-left: 6px solid ${color}; padding-left: .5rem; }
.grade { font-size: 1.5rem; }
table { width: 100%; border-collapse: collapse; font-size: .875rem; }
caption { text-align: left; padding: .25rem 0; }
th, td { border: 1px solid #767676; padding: .3rem .5rem; text-align: left; vertical-align: top; }
thead th, td { overflow-wrap: normal; }
td .text { overflow-wrap: anywhere; }
table + table { margin-top: 1rem; }
thead { display: table-header-group; }
thead th { background: #f0f0f0; }
tr, article { break-inside: avoid; }
code { unicode-bidi: isolate; white-space: pre-wrap; }
.seen { margin: 0; padding-left: 1.2rem; }
@media print {
  body { max-width: none; padding: 0; font-size: 10pt; }
  header p { margin-top: 0; }
  p { margin: .5em 0; }
  table { font-size: 8pt; line-height: 1.3; }
  th, td { padding: .15rem .35rem; }
  td time { white-space: nowrap; }
  tbody th { min-width: 8rem; }
  caption { break-after: avoid; }
}
`;
}
