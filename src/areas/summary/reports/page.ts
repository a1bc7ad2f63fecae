import { html, trusted, type Html } from '../../../core/html.ts';
import type { Brand, Change, Ending } from './shapes.ts';

/** A page that needs nothing besides itself and runs nothing: it may be mailed, kept and printed. */
export function page({ title, brand, madeAt }: { title: string; brand: Brand; madeAt: string }, main: Html): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · ${brand.name}</title>
<style>${trusted(styleFor(brand))}</style>
</head>
<body>
<header><p>${brand.name}</p></header>
<main>
<h1>${title}</h1>
${main}
</main>
<footer>${brand.footer !== null && html`<p>${brand.footer}</p>`}<p>Made ${moment(madeAt)}.</p></footer>
</body>
</html>
`.html;
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
export function lines(texts: readonly string[]): Html {
  const rest = texts.length - MAX_LINES;
  return html`<ul class="seen">${texts.slice(0, MAX_LINES).map(text => html`<li><code>${text}</code></li>`)}${rest > 0 && html`<li>and ${rest} more</li>`}</ul>`;
}

/** A domain as people read it, with the name in DNS where that differs. */
export function nameOf({ name, unicodeName }: { name: string; unicodeName: string }): string {
  return name === unicodeName ? name : `${unicodeName} (${name})`;
}

/** A moment in UTC, to the minute. */
export function moment(iso: string): Html {
  return html`<time datetime="${iso}">${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC</time>`;
}

export function changesTable(caption: string, changes: readonly Change[], nothing: string): Html {
  const rows = changes.map(({ domain, at, severity, state, title, before, after }) => [
    domain, moment(at), severity, html`<div class="text">${title}${before.length > 0 && html`<p>Before:</p>${lines(before)}`}${after.length > 0 && html`<p>Seen:</p>${lines(after)}`}</div>`, stateWords[state] ?? state,
  ]);
  return table(caption, ['Domain', 'Came up', 'Severity', 'What changed', 'State'], rows, nothing);
}

/** What became of a change. */
export const stateWords: Readonly<Record<string, string>> = {
  open: 'waits for a decision', authorized: 'meant', autoAuthorized: 'fine', denied: 'not meant', reverted: 'gone again', superseded: 'followed by another',
};

export function endingsTable(caption: string, endings: readonly Ending[], nothing: string): Html {
  return table(caption, ['Domain', 'What', 'Ends', 'Left'], endings.map(({ domain, what, at, daysLeft }) => [
    domain, what === 'registration' ? 'Registration' : 'Certificate of the website', moment(at), daysLeft < 0 ? 'ended' : `${daysLeft} ${daysLeft === 1 ? 'day' : 'days'}`,
  ]), nothing);
}

function styleFor({ color }: Brand): string {
  return `
@page {
  size: A4; margin: 16mm 15mm 20mm;
  @bottom-right { content: "Page " counter(page) " of " counter(pages); font: 8pt system-ui, sans-serif; color: #595959; }
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
