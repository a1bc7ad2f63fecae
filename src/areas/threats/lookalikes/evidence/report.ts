import { html, trusted, type Html } from '../../../../core/html.ts';
import type { AbuseContact } from './contacts.ts';
import { fingerprintOf, type StepName, type Manifest } from './manifest.ts';
import type { CandidateFacts } from './x-arf.ts';

const STEPS: Readonly<Record<StepName, string>> = {
  dns: 'DNS records', registration: 'Registration', network: 'Network of its address', tls: 'Certificates', web: 'Website', screenshot: 'Screenshot',
  ownPage: 'Your own website', ownScreenshot: 'Screenshot of your own website', similarity: 'Comparison with your website',
};
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
export function reportPage({ manifest, facts, contacts, files }: ReportParts): string {
  const title = `Evidence: ${manifest.candidate}`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${trusted(STYLE)}</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p><code>${manifest.candidate}</code> may pass for <code>${manifest.domain}</code>. It was captured from ${manifest.startedAt} to ${manifest.endedAt}.</p>
${summary(facts, manifest)}
${picture('What visitors saw', files.get('items/web-screenshot.png'))}
${picture(`The website of ${manifest.domain}`, files.get('items/own-screenshot.png'))}
<h2>Whom to tell</h2>
${contacts.length === 0 ? html`<p>The registries name no address for abuse.</p>` : table(['Who', 'Name', 'Address'], contacts.map(({ of, name, email }) => [of === 'registrar' ? 'Registrar' : 'Network', name ?? '', html`<code>${email}</code>`]))}
<h2>What was checked</h2>
${table(['Step', 'Outcome', 'Why'], manifest.looks.map(({ look: step, state, cause }) => [STEPS[step], { seen: 'seen', absent: 'there is none', unknown: 'not known' }[state], cause ?? '']))}
<h2>Items</h2>
${table(['File', 'From', 'SHA-256'], manifest.items.map(({ name, source, sha256 }) => [html`<code>items/${name}</code>`, source, html`<code>${sha256}</code>`]))}
<h2>How to check it</h2>
<p><code>dss evidence verify</code> checks this package without a network: each item against its hash, the chain of ${manifest.sequence} ${manifest.sequence === 1 ? 'capture' : 'captures'}, and the signature of the key <code>${fingerprintOf(manifest.publicKey)}</code>. This page is made from the items and is not signed itself.</p>
</main>
</body>
</html>
`.html;
}

function summary({ url, address, asksFor, registeredAt }: CandidateFacts, { similarity: { tlsh, perceptual } }: Manifest): Html {
  return table(['Fact', 'Value'], [
    ['Page', url ?? 'not known'], ['Address', address ?? 'not known'], ['Registered', registeredAt ?? 'not known'],
    ['Asks for', asksFor.length === 0 ? 'nothing secret that was seen' : asksFor.join(', ')],
    ['Distance of the pages (TLSH)', tlsh.figure === null ? 'not known' : `${tlsh.figure} (30 and less: a near copy)`],
    ['Distance of the screenshots', perceptual.figure === null ? 'not known' : `${perceptual.figure} of 64 (8 and less: the same page)`],
  ]);
}

function picture(caption: string, png: Uint8Array | undefined): Html | null {
  return png === undefined ? null : html`<figure><img alt="${caption}" src="data:image/png;base64,${Buffer.from(png).toString('base64')}"><figcaption>${caption}</figcaption></figure>`;
}

function table(heads: readonly string[], rows: readonly (readonly (string | Html)[])[]): Html {
  return html`<table><thead><tr>${heads.map(head => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>${rows.map(([first, ...others]) => html`<tr><th scope="row">${first}</th>${others.map(cell => html`<td>${cell}</td>`)}</tr>
`)}</tbody></table>`;
}
