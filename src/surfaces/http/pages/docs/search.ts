import { setImmediate } from 'node:timers/promises';
import MiniSearch from 'minisearch';
import type { Section } from './markdown.ts';

/** A part of a page, as it is found. */
export interface Found {
  /** The title of the page. */
  page: string;
  heading: string;
  path: string;
  /** A part of the text with words of the query in it. */
  excerpt: string;
}

/** A page with its sections. */
export interface SearchedPage {
  title: string;
  path: string;
  sections: Iterable<Section>;
}

type Indexed = Omit<Found, 'excerpt'> & { id: number; text: string };

const MAX_WORDS = 8;
/** So many of the best are ranked once more, by what was typed as a whole. */
const RANKED = 60;
const MAX_CHARACTERS = 200;
/** Long references repeat themselves: the beginning of a section says what it is about. */
const INDEXED_CHARACTERS = 6000;
/** What says exactly what was typed, such as the name of a setting, counts for more. */
const LITERAL_BOOST = 1.5;
/** Guides come first; who looks for a finding types its id. */
const BACKGROUND = /^\/docs\/(?:findings|decisions)\//;
const BACKGROUND_BOOST = 0.5;
const EXCERPT_CHARACTERS = 180;
/** Sections that are indexed before others have their turn. */
const AT_ONCE = 20;

/** A search over `pages`; the index is made at the first question, a few sections at a time, so that others have their turn. */
export function createSearch(pages: () => Iterable<SearchedPage>): (query: string, most: number) => Promise<Found[]> {
  let made: Promise<MiniSearch<Indexed>> | null = null;
  return async (query, most) => {
    const typed = query.slice(0, MAX_CHARACTERS).toLowerCase().trim();
    const words = [...new Set(tokenize(typed))].filter(word => word !== '').slice(0, MAX_WORDS);
    if (words.length === 0) return [];
    const index = await (made ??= indexOf(pages()).catch((error: unknown) => {
      made = null;
      throw error;
    }));
    const found = index.search(words.join(' '), { combineWith: 'AND' });
    const best = (found.length > 0 ? found : index.search(words.join(' '))).slice(0, RANKED) as unknown as (Indexed & { score: number; terms: string[] })[];
    return best.map(one => ({ ...one, score: one.score * worthOf(one, typed) })).toSorted((a, b) => b.score - a.score).slice(0, most)
      .map(({ page, heading, path, text, terms }) => ({ page, heading, path, excerpt: excerptOf(text, terms) }));
  };
}

const tokenize = MiniSearch.getDefault('tokenize');

function worthOf({ page, heading, path, text }: Indexed, typed: string): number {
  return (`${page} ${heading} ${text}`.toLowerCase().includes(typed) ? LITERAL_BOOST : 1) * (BACKGROUND.test(path) ? BACKGROUND_BOOST : 1);
}

async function indexOf(pages: Iterable<SearchedPage>): Promise<MiniSearch<Indexed>> {
  const index = new MiniSearch<Indexed>({
    fields: ['page', 'heading', 'text'], storeFields: ['page', 'heading', 'path', 'text'],
    searchOptions: { boost: { page: 4, heading: 3 }, prefix: term => term.length > 2, fuzzy: term => (term.length > 5 ? 1 : false) },
  });
  let id = 0;
  for (const { title, path, sections } of pages) {
    let isFirst = true;
    for (const { heading, anchor, text } of sections) {
      index.add({ id: id++, page: title, heading, path: isFirst ? path : `${path}#${anchor}`, text: text.slice(0, INDEXED_CHARACTERS) });
      isFirst = false;
      if (id % AT_ONCE === 0) await setImmediate();
    }
  }
  return index;
}

/** The text around the first of `words` in it. */
function excerptOf(text: string, words: readonly string[]): string {
  const lower = text.toLowerCase();
  const at = Math.min(...words.map(word => lower.indexOf(word)).filter(index => index >= 0));
  const wanted = Number.isFinite(at) ? Math.max(0, at - EXCERPT_CHARACTERS / 3) : 0;
  const from = wanted === 0 ? 0 : text.indexOf(' ', wanted) + 1;
  const end = from + EXCERPT_CHARACTERS;
  const space = text.lastIndexOf(' ', end);
  const until = text.length <= end ? text.length : space > from ? space : end;
  return `${from > 0 ? '… ' : ''}${text.slice(from, until)}${until < text.length ? ' …' : ''}`;
}
