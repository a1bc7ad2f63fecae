import { valuesOf, type PageFacts } from '../page/index.ts';

/** What a page says to search engines, and where. */
export interface Directives {
  source: string;
  text: string;
  words: readonly string[];
}

const ROBOTS_METAS = new Set(['robots', 'googlebot', 'bingbot']);

/** Of the page's meta tags and of X-Robots-Tag, unless that names a crawler of one kind alone. */
export function directivesOf({ document, fetch }: PageFacts): Directives[] {
  const metas = (document?.metas ?? []).filter(({ name }) => ROBOTS_METAS.has(name)).map(({ name, content }) => ({ source: `meta ${name}`, text: content }));
  const headers = fetch.outcome === 'answered' ? valuesOf(fetch.fields, 'x-robots-tag').filter(text => !/^\s*(?!max-|unavailable_after)[\w-]+\s*:/.test(text)).map(text => ({ source: 'X-Robots-Tag', text })) : [];
  return [...metas, ...headers].map(one => ({ ...one, words: one.text.toLowerCase().split(',').map(word => word.replaceAll(/\s/g, '')) }));
}

/** Whether anything on the page or in its headers says so; `none` stands for noindex and nofollow. */
export function hasDirective(facts: PageFacts, name: 'noindex' | 'nofollow'): boolean {
  return directivesOf(facts).some(({ words }) => words.includes(name) || words.includes('none'));
}

/** The URL that the page names as its canonical, the first where several are named; null for none. */
export function canonicalOf({ document }: PageFacts): string | null {
  return document?.canonicals.find(({ url }) => url !== null)?.url ?? null;
}
