import { html, standalonePage, trusted, type Html } from '../../../../core/html.ts';
import type { Block, Paper } from './paper.ts';

/** A table with so few rows stays on one sheet of paper where it can. */
const SHORT_ROWS = 8;
const LONGEST_WORD = 24;

/** The document as a page that needs nothing besides itself and runs nothing. */
export function paperPage({ title, about, blocks, footer, madeAt }: Paper): string {
  return standalonePage({ title, style: STYLE }, html`<main>
<h1>${title}</h1>
${about.map(line => html`<p class="about">${line}</p>`)}
${blocks.map(written)}
</main>
<footer><p>${footer}</p><p>Created ${new Date(madeAt).toISOString().slice(0, 16).replace('T', ' ')} UTC</p></footer>`);
}

function written(block: Block): Html {
  switch (block.kind) {
    case 'heading': return block.level === 2 ? html`<h2>${block.text}</h2>` : html`<h3>${block.text}</h3>`;
    case 'text': return html`<p class="${block.tone ?? 'text'}">${block.text}</p>`;
    case 'list': return html`<ul>${block.items.map(item => html`<li>${item}</li>`)}</ul>`;
    case 'table': return html`<table${trusted(block.rows.length <= SHORT_ROWS ? ' class="short"' : '')}><caption>${block.caption}</caption>
<thead><tr>${block.heads.map(head => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>${block.rows.map(([first, ...others]) => html`<tr><th scope="row"${formOf(first!)}>${first}</th>${others.map(cell => html`<td${formOf(cell)}>${cell}</td>`)}</tr>
`)}</tbody></table>`;
  }
}

/** Words of usual length are never cut; hashes and addresses are. */
function formOf(cell: string): Html {
  return trusted(cell.split(/\s/).every(word => word.length <= LONGEST_WORD) ? ' class="words"' : '');
}

const STYLE = `
@page { size: A4; margin: 18mm 18mm 20mm; @bottom-right { content: counter(page) " / " counter(pages); font: 8pt system-ui, sans-serif; color: #595959; } }
:root { color-scheme: light; }
* { box-sizing: border-box; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
body { margin: 0 auto; max-width: 48rem; padding: 0 1rem; background: #fff; color: #1a1a1a; font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1, h2, h3 { line-height: 1.25; break-after: avoid; }
h2 { border-bottom: 2px solid #1a1a1a; padding-bottom: .15rem; margin-top: 1.5rem; }
h3 { margin-bottom: 0; }
p { margin: .4rem 0; white-space: pre-line; }
.about, .quiet { color: #595959; }
.open { border-left: 4px solid #8a5a00; padding-left: .6rem; background: #fff6e0; }
footer { border-top: 1px solid #595959; margin-top: 2rem; color: #595959; font-size: .875rem; }
table { width: 100%; border-collapse: collapse; font-size: .875rem; margin-top: .5rem; }
caption { text-align: left; padding: .25rem 0; break-after: avoid; }
th, td { border: 1px solid #767676; padding: .3rem .5rem; text-align: left; vertical-align: top; white-space: pre-line; }
thead { display: table-header-group; }
thead th { background: #f0f0f0; overflow-wrap: normal; }
tbody th { font-weight: 600; }
tr, .short { break-inside: avoid; }
.words { overflow-wrap: normal; }
@media print { body { max-width: none; padding: 0; font-size: 10pt; } table { font-size: 8.5pt; line-height: 1.35; } th, td { padding: .15rem .35rem; } }
`;
