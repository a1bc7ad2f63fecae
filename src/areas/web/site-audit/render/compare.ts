import type { DocumentFacts, PerformanceFacts, RenderedFacts } from '../page/index.ts';

const MAX_ADDED = 20;
const MAX_TEXT = 300;
const ROBOTS_METAS: ReadonlySet<string> = new Set(['robots', 'googlebot', 'bingbot']);

/** What is compared of a page before and after its scripts ran. */
export const comparedParts = ['title', 'robots', 'canonical', 'links', 'words', 'headings', 'structuredData'] as const;
export type ComparedPart = (typeof comparedParts)[number];

interface Side {
  title: string | null;
  robots: readonly string[];
  canonical: readonly string[];
  /** Of links, each address once. */
  links: number;
  /** Of the main text. */
  words: number;
  headings: number;
  /** Types. */
  structuredData: readonly string[];
}

/** A page as the server sent it and as a browser shows it: facts, which checks judge. */
export interface Comparison {
  raw: Side;
  rendered: Side;
  /** What differs. */
  changed: readonly ComparedPart[];
  /** Some of the links and headings that only scripts add. */
  addedLinks: readonly string[];
  addedHeadings: readonly string[];
  performance: PerformanceFacts;
}

/** Contents of the meta tags for search engines. */
export function robotsOf({ metas }: Pick<DocumentFacts, 'metas'>): string[] {
  return metas.filter(({ name }) => ROBOTS_METAS.has(name)).map(({ content }) => content.slice(0, MAX_TEXT));
}

/** Types of structured data, each once. */
export function typesOf({ structured }: Pick<DocumentFacts, 'structured'>): string[] {
  return [...new Set(structured.flatMap(({ types }) => types))].slice(0, 50);
}

/** Addresses of links that lead to the web, each once. */
export function linksOf({ links }: Pick<DocumentFacts, 'links'>): string[] {
  return [...new Set(links.flatMap(({ url }) => (url !== null && /^https?:/.test(url) ? url : [])))];
}

export function compare(document: DocumentFacts, rendered: RenderedFacts): Comparison {
  const links = linksOf(document);
  const raw: Side = {
    title: document.titles[0]?.text.slice(0, MAX_TEXT) ?? null, robots: robotsOf(document), canonical: document.canonicals.filter(({ source }) => source === 'html').flatMap(({ url }) => url ?? []),
    links: links.length, words: document.text.mainWords, headings: document.headings.length, structuredData: typesOf(document),
  };
  const after: Side = {
    title: rendered.title?.slice(0, MAX_TEXT) ?? null, robots: rendered.robots, canonical: rendered.canonicals,
    links: rendered.links.length, words: rendered.words, headings: rendered.headings.length, structuredData: rendered.structured,
  };
  const [addedLinks, addedHeadings] = [added(links, rendered.links), added(document.headings.map(shown), rendered.headings.map(shown))];
  const changed = comparedParts.filter(part => JSON.stringify(raw[part]) !== JSON.stringify(after[part]) || (part === 'links' && addedLinks.length > 0) || (part === 'headings' && addedHeadings.length > 0));
  return { raw, rendered: after, changed, addedLinks: addedLinks.slice(0, MAX_ADDED), addedHeadings: addedHeadings.slice(0, MAX_ADDED), performance: rendered.performance };
}

function added(before: readonly string[], after: readonly string[]): string[] {
  const known = new Set(before);
  return after.filter(one => !known.has(one));
}

function shown({ level, text }: DocumentFacts['headings'][number]): string {
  return `h${level} ${text}`;
}
