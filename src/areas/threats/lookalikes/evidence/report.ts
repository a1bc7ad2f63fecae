import { filled, html, standalonePage, type Html } from '../../../../core/html.ts';
import type { AbuseContact } from './contacts.ts';
import type { EvidenceTexts, LookalikesTexts } from '../texts.ts';
import { fingerprintOf, type Manifest } from './manifest.ts';
import type { CandidateFacts } from './x-arf.ts';

const STYLE = `@page { size: A4; margin: 16mm 15mm 20mm; } :root { color-scheme: light; } * { box-sizing: border-box; }
body { font: 10.5pt/1.5 system-ui, sans-serif; color: #1a1a1a; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; } h1 { font-size: 1.6rem; } h2 { font-size: 1.15rem; margin-top: 2rem; }
table { border-collapse: collapse; width: 100%; } th, td { text-align: left; vertical-align: top; padding: .35rem .6rem .35rem 0; border-bottom: 1px solid #ccc; overflow-wrap: anywhere; }
code { font-size: .85em; overflow-wrap: anywhere; } img { max-width: 100%; border: 1px solid #ccc; } figure { margin: 1rem 0; }`;

/** What the report is made of. */
export interface ReportParts {
  manifest: Manifest;
  facts: CandidateFacts;
  contacts: readonly AbuseContact[];
  files: ReadonlyMap<string, Uint8Array>;
}

/** The evidence for people, as one page that needs nothing besides itself and runs nothing. */
export function reportPage({ manifest, facts, contacts, files }: ReportParts, { evidence: texts, language }: LookalikesTexts): string {
  const title = texts.title(manifest.candidate);
  return standalonePage({ language: language.tag, title, style: STYLE }, html`<main>
<h1>${title}</h1>
<p>${filled(texts.intro, code(manifest.candidate), code(manifest.domain), manifest.startedAt, manifest.endedAt)}</p>
${summary(facts, manifest, texts)}
${picture(texts.seenByVisitors, files.get('items/web-screenshot.png'))}
${picture(texts.ownWebsite(manifest.domain), files.get('items/own-screenshot.png'))}
<h2>${texts.contacts.heading}</h2>
${contacts.length === 0 ? html`<p>${texts.contacts.none}</p>` : table(texts.contacts.heads, contacts.map(({ of, name, email }) => [texts.contacts.of[of], name ?? '', code(email)]))}
<h2>${texts.checked.heading}</h2>
${table(texts.checked.heads, manifest.looks.map(({ look: step, state, cause }) => [texts.checked.steps[step], texts.checked.outcomes[state], cause ?? '']))}
<h2>${texts.items.heading}</h2>
${table(texts.items.heads, manifest.items.map(({ name, source, sha256 }) => [code(`items/${name}`), source, code(sha256)]))}
<h2>${texts.verify.heading}</h2>
<p>${filled(texts.verify.says(manifest.sequence), code('dss evidence verify'), code(fingerprintOf(manifest.publicKey)))}</p>
</main>`);
}

function summary({ url, address, asksFor, registeredAt }: CandidateFacts, { similarity: { tlsh, perceptual } }: Manifest, { facts, unknown }: EvidenceTexts): Html {
  return table(facts.heads, [
    [facts.page, url ?? unknown], [facts.address, address ?? unknown], [facts.registered, registeredAt ?? unknown],
    [facts.asksFor, asksFor.length === 0 ? facts.nothing : asksFor.join(', ')],
    [facts.pages, tlsh.figure === null ? unknown : facts.pagesBy(tlsh.figure)],
    [facts.screenshots, perceptual.figure === null ? unknown : facts.screenshotsBy(perceptual.figure)],
  ]);
}

function code(text: string): Html {
  return html`<code>${text}</code>`;
}

function picture(caption: string, png: Uint8Array | undefined): Html | null {
  return png === undefined ? null : html`<figure><img alt="${caption}" src="data:image/png;base64,${Buffer.from(png).toString('base64')}"><figcaption>${caption}</figcaption></figure>`;
}

function table(heads: readonly string[], rows: readonly (readonly (string | Html)[])[]): Html {
  return html`<table><thead><tr>${heads.map(head => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>${rows.map(([first, ...others]) => html`<tr><th scope="row">${first}</th>${others.map(cell => html`<td>${cell}</td>`)}</tr>
`)}</tbody></table>`;
}
