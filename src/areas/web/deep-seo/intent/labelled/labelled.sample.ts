// The labelled queries and pages, and their halves; see README.md.
import { readFileSync } from 'node:fs';
import type { PageFacts } from '../../../site-audit/index.ts';
import { parsePage } from '../../../site-audit/page/parse-page.ts';
import type { Intent } from '../intents.ts';
import type { Language } from '../terms.ts';

interface Labelled {
  language: Language;
  intent: Intent;
  /** In the half that only measures. */
  heldOut: boolean;
}

export interface LabelledQuery extends Labelled {
  query: string;
  local: boolean;
}

export interface LabelledPage extends Labelled {
  path: string;
  facts: PageFacts;
}

function linesOf(file: string): (Labelled & { line: string })[] {
  let block = { language: 'en' as Language, intent: 'informational' as Intent };
  let ofBlock = 0;
  return readFileSync(new URL(file, import.meta.url), 'utf8').split('\n').flatMap(line => {
    if (line.startsWith('# ')) {
      const [language, intent] = line.slice(2).split(' ') as [Language, Intent];
      [block, ofBlock] = [{ language, intent }, 0];
    }
    return line === '' || line.startsWith('# ') ? [] : [{ ...block, heldOut: ++ofBlock % 2 === 0, line }];
  });
}

export const labelledQueries: readonly LabelledQuery[] = linesOf('./queries.txt').map(({ line, ...labelled }) => ({ ...labelled, query: line.replace(/ @$/, ''), local: line.endsWith(' @') }));

export const labelledPages: readonly LabelledPage[] = linesOf('./pages.txt').map(({ line, ...labelled }) => {
  const [path = '', title = '', heading = '', ...features] = line.split(' ; ');
  return { ...labelled, path, facts: factsOf(path, htmlOf({ language: labelled.language, title, heading, features })) };
});

function factsOf(path: string, html: string): PageFacts {
  const url = `https://shop.example${path}`;
  const body = Buffer.from(html);
  return parsePage({
    url, finalUrl: url, redirects: [], robots: null, fetchedAt: 0, body,
    fetch: { outcome: 'answered', status: 200, fields: [['content-type', 'text/html; charset=utf-8']], ttfbMs: 1, totalMs: 1, bytes: body.length, transferBytes: body.length, truncated: false, certificate: null },
  });
}

/** The page as a server would send it: navigation and footer are on all of them, and say nothing of the one. */
function htmlOf({ language, title, heading, features }: { language: string; title: string; heading: string; features: readonly string[] }): string {
  const words = Number(features.find(feature => feature.startsWith('w='))?.slice(2) ?? 100);
  const body = features.map(feature => {
    const rest = feature.slice(1);
    if (feature.startsWith('@')) return `<script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', '@type': rest, name: heading })}</script>`;
    if (feature.startsWith('$')) return Array.from({ length: Number(rest) }, (_, at) => `<p>€ ${19 + at}.90</p>`).join('');
    if (feature.startsWith('[')) return `<button>${feature.slice(1, -1)}</button>`;
    if (feature.startsWith('#')) return `<h2>${rest}</h2>`;
    if (feature.startsWith('>')) return `<a href="/l">${rest}</a>`;
    if (feature === '+password') return '<form action="/in" method="post"><input type="password" name="p"></form>';
    if (feature === '+date') return '<time datetime="2026-04-01">2026</time>';
    if (feature === '+table') return '<table><tr><td>a</td><td>b</td></tr><tr><td>c</td><td>d</td></tr></table>';
    return '';
  }).join('\n');
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${title}</title></head><body><header><nav><a href="/">Home</a><a href="/cart">Cart</a><a href="/login">Login</a></nav></header>`
    + `<main><h1>${heading}</h1>${body}<p>${'wort '.repeat(words)}</p></main><footer><a href="/privacy">Privacy</a><a href="/contact">Contact</a></footer></body></html>`;
}
