import { intents, type Intent } from './intents.ts';
import { de } from './lexicon/de.ts';
import { en } from './lexicon/en.ts';
import { es } from './lexicon/es.ts';
import { fr } from './lexicon/fr.ts';
import { it } from './lexicon/it.ts';
import type { Lexicon, Weighted } from './lexicon/lexicon.ts';
import { cities, names } from './lexicon/names.ts';
import { nl } from './lexicon/nl.ts';
import { pt } from './lexicon/pt.ts';
import { wordsOf } from './words.ts';

export const languages = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt'] as const;
export type Language = (typeof languages)[number];

/** A term that was found, and what it says of an intent in log-odds. */
export interface TermFound {
  term: string;
  intent: Intent;
  weight: number;
}

type Meaning = readonly { intent: Intent; weight: number }[];

/** A lexicon, ready to be asked. */
export interface Terms {
  language: Language;
  common: ReadonlySet<string>;
  /** Terms by their words; those that only begin a text have `^` in front. */
  byWords: ReadonlyMap<string, Meaning>;
  byBeginning: ReadonlyMap<string, Meaning>;
  paths: ReadonlyMap<string, Intent>;
  actions: ReadonlyMap<string, Intent>;
  local: ReadonlySet<string>;
}

const MAX_TERM_WORDS = 5;
const MIN_BEGINNING = 4;
const WEIGHTS = [1, 2, 3, 4] as const;

const lexicons: Readonly<Record<Language, Lexicon>> = { en, de, fr, es, it, nl, pt };
const compiled = new Map<Language, Terms>();

/** The terms of a language; compiled once. */
export function termsOf(language: Language): Terms {
  const known = compiled.get(language);
  if (known) return known;
  const made = compile(language, lexicons[language]);
  compiled.set(language, made);
  return made;
}

export const knownNames: ReadonlySet<string> = listed(names);
export const knownCities: ReadonlySet<string> = listed(cities);

function compile(language: Language, { common, terms, paths, actions, local }: Lexicon): Terms {
  const [byWords, byBeginning] = [new Map<string, Meaning>(), new Map<string, Meaning>()];
  for (const intent of intents) for (const { term, weight } of weighted(terms[intent])) {
    const [into, key] = term.endsWith('*') ? [byBeginning, wordsOf(term).join(' ')] : [byWords, `${term.startsWith('^') ? '^' : ''}${wordsOf(term).join(' ')}`];
    into.set(key, [...(into.get(key) ?? []).filter(one => one.intent !== intent || one.weight > weight), { intent, weight }]);
  }
  return { language, common: new Set(eachWord(common)), byWords, byBeginning, paths: byName(paths), actions: byName(actions), local: listed(local) };
}

/** More words than a text has. */
function eachWord(text: string): string[] {
  return text.split(' ').flatMap(word => wordsOf(word));
}

function weighted(terms: Weighted): { term: string; weight: number }[] {
  return WEIGHTS.flatMap(weight => (terms[weight] ?? '').split('|').filter(term => term !== '').map(term => ({ term, weight })));
}

function byName(lists: Readonly<Partial<Record<Intent, string>>>): Map<string, Intent> {
  return new Map(intents.flatMap(intent => [...listed(lists[intent] ?? '')].map(term => [term, intent] as const)));
}

function listed(text: string): Set<string> {
  return new Set(text.split('|').map(term => wordsOf(term).join(' ')).filter(term => term !== ''));
}

/** The terms in a text, each once, the longest at each word. */
export function findTerms({ byWords, byBeginning }: Terms, words: readonly string[]): TermFound[] {
  const found = new Map<string, TermFound>();
  for (let at = 0; at < words.length;) {
    const { taken, term, meaning } = longest(byWords, words, at) ?? beginning(byBeginning, words[at]!) ?? { taken: 1, term: '', meaning: [] };
    for (const { intent, weight } of meaning) found.set(`${intent} ${term}`, { term, intent, weight });
    at += taken;
  }
  return [...found.values()];
}

interface Match {
  taken: number;
  term: string;
  meaning: Meaning;
}

function longest(byWords: Terms['byWords'], words: readonly string[], at: number): Match | null {
  for (let taken = Math.min(MAX_TERM_WORDS, words.length - at); taken > 0; taken--) {
    const term = words.slice(at, at + taken).join(' ');
    const meaning = (at === 0 ? byWords.get(`^${term}`) : undefined) ?? byWords.get(term);
    if (meaning) return { taken, term, meaning };
  }
  return null;
}

function beginning(byBeginning: Terms['byBeginning'], word: string): Match | null {
  for (let length = word.length; length >= MIN_BEGINNING; length--) {
    const meaning = byBeginning.get(word.slice(0, length));
    if (meaning) return { taken: 1, term: word, meaning };
  }
  return null;
}

/** Which of these phrases the words hold; null for none. */
export function findPhrase(phrases: ReadonlySet<string>, words: readonly string[]): { phrase: string; at: number; words: number } | null {
  for (let taken = Math.min(MAX_TERM_WORDS, words.length); taken > 0; taken--) {
    for (let at = 0; at + taken <= words.length; at++) {
      const phrase = words.slice(at, at + taken).join(' ');
      if (phrases.has(phrase)) return { phrase, at, words: taken };
    }
  }
  return null;
}

/** The language that the words are in, by common words and terms: English where nothing tells. */
export function languageOf(words: readonly string[]): Language {
  let [best, most] = ['en' as Language, 0];
  for (const language of languages) {
    const terms = termsOf(language);
    const hits = words.filter(word => terms.common.has(word)).length + 1.2 * findTerms(terms, words).reduce((sum, { term }) => sum + term.split(' ').length, 0);
    if (hits > most) [best, most] = [language, hits];
  }
  return best;
}

/** One of the languages, by a code such as `pt-BR`; null for others. */
export function languageFrom(code: string | null | undefined): Language | null {
  const first = code?.slice(0, 2).toLowerCase();
  return languages.find(language => language === first) ?? null;
}
