import type { DocumentFacts } from '../../site-audit/index.ts';
import type { Intent } from '../intent/intents.ts';
import { headingOf, titleOf } from '../intent/judge-page.ts';
import { languageFrom, termsOf, type Language, type Terms } from '../intent/terms.ts';
import { segmentsOf, wordsOf } from '../intent/words.ts';
import { Sets } from './groups.ts';

/** How often a term counts by where it stands. */
const [IN_TITLE, IN_HEADING, IN_PATH, IN_ANCHOR] = [3, 2, 1, 1];
const MAX_TERMS = 24;
const MAX_TEXT = 300;
const MAX_SHOWN = 5;
const MIN_WORD = 3;
/** Of BM25: how soon more of the same says no more. */
const SATURATION = 1.2;
/** Two words say more exactly what a page is about than one. */
const PAIR = 1.4;
/** What more than half of the pages have is the name of the site. */
const MAX_SHARE = 0.5;
/** Titles that share as much of their words compete. */
const MIN_SIMILARITY = 0.5;
const MAX_COMPARED = 300;

/** Where a page says what it is about. */
export interface TopicSource {
  language: Language;
  title: string;
  heading: string;
  path: string;
}

/** What a page is about, as numbers of terms. */
interface PageTopics {
  /** Terms, and how often each counts. */
  terms: Uint32Array;
  counts: Float32Array;
  /** Words of title and heading that say what it is about. */
  words: readonly string[];
}

/** A term that a page is about, and how much it says of it there (BM25). */
export interface TargetTerm {
  term: string;
  score: number;
}

/** Pages of one topic; positions. */
export interface Topic {
  term: string;
  language: string;
  pages: number[];
}

/** Pages with one topic, language and intent whose titles share at least half of their words; the similarity is the mean. */
export interface Competing {
  term: string;
  intent: Intent;
  pages: number[];
  similarity: number;
}

/** Gathers terms page by page, and says then what each page is about. */
export class Topics {
  readonly #numbers = new Map<string, number>();
  readonly #names: string[] = [];
  readonly #frequency: number[] = [];
  readonly #pages: (PageTopics | null)[] = [];
  #documents = 0;

  /** What is kept of a page until all anchors are known. */
  static sourceOf(url: string, document: Pick<DocumentFacts, 'lang' | 'text' | 'titles' | 'headings'>): TopicSource {
    return {
      language: languageFrom(document.lang) ?? languageFrom(document.text.language) ?? 'en', title: titleOf(document).slice(0, MAX_TEXT), heading: headingOf(document).slice(0, MAX_TEXT), path: (segmentsOf(URL.parse(url)?.pathname ?? '').at(-1) ?? []).join(' '),
    };
  }

  /** Adds the page at the next position; null for what does not belong into any topic. */
  add(source: TopicSource | null, anchors: readonly string[]): void {
    if (source === null) {
      this.#pages.push(null);
      return;
    }
    const terms = termsOf(source.language);
    const counts = new Map<string, number>();
    const count = (words: readonly string[], weight: number): void => {
      for (const term of termsIn(words, terms)) counts.set(term, (counts.get(term) ?? 0) + weight);
    };
    const [title, heading] = [wordsOf(source.title), wordsOf(source.heading)];
    count(title, IN_TITLE);
    count(heading, IN_HEADING);
    count(wordsOf(source.path), IN_PATH);
    for (const anchor of anchors) count(wordsOf(anchor), IN_ANCHOR);
    const most = [...counts].toSorted(([, a], [, b]) => b - a).slice(0, MAX_TERMS);
    const numbers = most.map(([term]) => this.#number(`${source.language} ${term}`));
    for (const number of numbers) this.#frequency[number]!++;
    this.#documents++;
    this.#pages.push({ terms: Uint32Array.from(numbers), counts: Float32Array.from(most, ([, often]) => often), words: [...new Set([...title, ...heading].filter(word => isTopical(word, terms)))] });
  }

  /** The terms that say most of what the page at `at` is about. */
  targetTerms(at: number): TargetTerm[] {
    return this.#scored(at).toSorted((a, b) => b.score - a.score).slice(0, MAX_SHOWN).map(({ number, score }) => ({ term: this.#nameOf(number), score: Math.round(100 * score) / 100 }));
  }

  /** Topics that two pages or more have as their main one, the largest first. */
  topics(): Topic[] {
    const byTerm = new Map<number, number[]>();
    for (let at = 0; at < this.#pages.length; at++) {
      const main = this.#mainTerm(at);
      if (main === null) continue;
      const pages = byTerm.get(main);
      if (pages) pages.push(at);
      else byTerm.set(main, [at]);
    }
    return [...byTerm].filter(([, pages]) => pages.length > 1).map(([number, pages]) => ({ term: this.#nameOf(number), language: this.#names[number]!.slice(0, 2), pages }))
      .toSorted((a, b) => b.pages.length - a.pages.length || (a.term < b.term ? -1 : 1));
  }

  /** Groups of pages that compete for one topic: those of `topics` that `canCompete` gives the same intent. */
  competing(topics: readonly Topic[], canCompete: (at: number) => Intent | null): Competing[] {
    const found: Competing[] = [];
    for (const { term, pages } of topics) {
      for (const [intent, same] of Map.groupBy(pages, canCompete)) {
        if (intent !== null && same.length > 1) for (const group of this.#similar(same)) found.push({ term, intent, ...group });
      }
    }
    return found.toSorted((a, b) => b.pages.length * b.similarity - a.pages.length * a.similarity || a.pages[0]! - b.pages[0]!);
  }

  #similar(all: readonly number[]): Pick<Competing, 'pages' | 'similarity'>[] {
    const pages = all.filter(at => this.#pages[at]!.words.length > 0).slice(0, MAX_COMPARED);
    const sets = new Sets(pages.length);
    const alike = new Map<number, number[]>();
    for (let a = 0; a < pages.length; a++) {
      for (let b = a + 1; b < pages.length; b++) {
        const similarity = jaccard(this.#pages[pages[a]!]!.words, this.#pages[pages[b]!]!.words);
        if (similarity < MIN_SIMILARITY) continue;
        sets.join(a, b);
        alike.set(a, [...(alike.get(a) ?? []), similarity]);
      }
    }
    return sets.groups().map(group => {
      const values = group.flatMap(at => alike.get(at) ?? []);
      return { pages: group.map(at => pages[at]!), similarity: Math.round(100 * values.reduce((sum, one) => sum + one, 0) / values.length) / 100 };
    });
  }

  #mainTerm(at: number): number | null {
    let [main, most] = [null as number | null, 0];
    for (const { number, score } of this.#scored(at)) {
      const frequency = this.#frequency[number]!;
      if (frequency < 2 || score <= most) continue;
      [main, most] = [number, score];
    }
    return main;
  }

  #scored(at: number): { number: number; score: number }[] {
    const page = this.#pages[at];
    if (!page) return [];
    return [...page.terms].flatMap((number, position) => {
      const frequency = this.#frequency[number]!;
      if (this.#documents > 3 && frequency > MAX_SHARE * this.#documents) return [];
      const count = page.counts[position]!;
      const rarity = Math.log(1 + (this.#documents - frequency + 0.5) / (frequency + 0.5));
      return [{ number, score: rarity * (count * (SATURATION + 1)) / (count + SATURATION) * (this.#names[number]!.split(' ').length > 2 ? PAIR : 1) }];
    });
  }

  #number(name: string): number {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    this.#numbers.set(name, this.#names.length);
    this.#frequency.push(0);
    return this.#names.push(name) - 1;
  }

  #nameOf(number: number): string {
    return this.#names[number]!.slice(3);
  }
}

/** Single words and pairs of neighbours; what says an intent is no topic. */
function termsIn(words: readonly string[], terms: Terms): Set<string> {
  const found = new Set<string>();
  for (const [at, word] of words.entries()) {
    if (!isTopical(word, terms)) continue;
    found.add(word);
    const next = words[at + 1];
    if (next !== undefined && isTopical(next, terms)) found.add(`${word} ${next}`);
  }
  return found;
}

function isTopical(word: string, { common, byWords, byBeginning }: Terms): boolean {
  return word.length >= MIN_WORD && !/^\d+$/.test(word) && !common.has(word) && !byWords.has(word) && !byWords.has(`^${word}`) && !byBeginning.has(word) && !byBeginning.has(word.slice(0, -1));
}

function jaccard(a: readonly string[], b: readonly string[]): number {
  const other = new Set(b);
  const both = a.filter(word => other.has(word)).length;
  return both / (a.length + b.length - both);
}
