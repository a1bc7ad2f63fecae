import type { HeaderField } from '../../src/core/outside/probes.ts';

const syllables = ['ri', 'sto', 'gar', 'mor', 'win', 'let', 'ter', 'mar', 'sil', 'fo', 'pa', 'yel', 'sum', 'har', 'bri', 'can', 'but', 'pep', 'or', 'en', 'bas', 'cop', 'is', 'mea'];

/** Text of 800 words that is the same for the same number, of English as far as its small words tell, and its own by all others. */
export function proseOf(seed: number): string {
  let state = (seed + 1) * 7919;
  const syllable = () => syllables[(state = (Math.imul(state, 48_271) >>> 0) % 0x7fffffff || 1) % syllables.length]!;
  const noun = () => syllable() + syllable() + (state % 2 === 0 ? syllable() : '');
  return Array.from({ length: 60 }, () => `The ${noun()} and the ${noun()} are not for ${noun()} of ${noun()}.`).join(' ');
}

/** What a well-kept page sends. */
export const goodFields: readonly HeaderField[] = [
  ['content-type', 'text/html; charset=utf-8'], ['content-encoding', 'gzip'], ['strict-transport-security', 'max-age=31536000'], ['x-content-type-options', 'nosniff'],
  ['content-security-policy', 'default-src \'self\'; frame-ancestors \'self\''],
];

/** What may differ of a page in which every check passes: parts of its head and body by their names, as HTML. */
export interface PageParts {
  lang?: string;
  charset?: string;
  title?: string;
  description?: string;
  viewport?: string;
  canonical?: string;
  icon?: string;
  social?: string;
  /** Added to the head. */
  head?: string;
  h1?: string;
  text?: string;
  links?: string;
  /** Added to the body. */
  body?: string;
}

/** A page in which every check of single pages passes, at `url`; `name` makes it differ from others. */
export function goodPage(url: string, name: string, seed: number, parts: PageParts = {}): string {
  const title = `About ${name} and what it is good for`;
  const full = {
    lang: ' lang="en"',
    charset: '<meta charset="utf-8">',
    title: `<title>${title}</title>`,
    description: `<meta name="description" content="All that there is to know of ${name}, told by those who have used it for many years.">`,
    viewport: '<meta name="viewport" content="width=device-width, initial-scale=1">',
    canonical: `<link rel="canonical" href="${url}">`,
    icon: '<link rel="icon" href="/icon.png">',
    social: `<meta property="og:title" content="${title}"><meta property="og:type" content="article"><meta property="og:image" content="/share.png"><meta property="og:url" content="${url}"><meta name="twitter:card" content="summary">`,
    head: '',
    h1: `<h1>${name[0]!.toUpperCase()}${name.slice(1)} in short</h1>`,
    text: `<p>This is what ${name} is: about ${name}. ${proseOf(seed)}</p>`,
    links: '<nav><a href="/">Start</a> <a href="/list">All pages</a></nav>',
    body: '',
    ...parts,
  };
  return `<!doctype html><html${full.lang}><head>${full.charset}${full.title}${full.description}${full.viewport}${full.canonical}${full.icon}${full.social}${full.head}</head><body>${full.links}<main>${full.h1}${full.text}${full.body}</main></body></html>`;
}
