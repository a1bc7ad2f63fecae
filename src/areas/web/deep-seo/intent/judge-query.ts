import type { ByIntent } from './intents.ts';
import { weigh, type Judgement, type Signal } from './judgement.ts';
import { findPhrase, findTerms, knownCities, knownNames, languageOf, termsOf, type Language } from './terms.ts';
import { wordsOf } from './words.ts';

/** A query without any sign asks about a thing. */
const PRIOR: ByIntent = { informational: 1, navigational: 0.2, commercial: 0, transactional: 0 };
/** Chosen with the half of the labelled queries that weights are chosen with. */
const TEMPERATURE = 1.1;
const ADDRESS = /^(?:https?:\/\/|www\.)|(?:^|\s)[\p{L}\p{N}-]{2,63}\.(?:com|org|net|io|co\.uk|gov|edu|eu|de|fr|es|it|nl|pt|at|ch|be|br|com\.br|uk)(?:\s|\/|$)/iu;

/** What somebody wants who asks `query`. `names`: brands of the site, in words; `language`: where it is known. */
export function judgeQuery(query: string, { language: given, names = new Set() }: { language?: Language | undefined; names?: ReadonlySet<string> } = {}): Judgement {
  const words = wordsOf(query);
  const language = given ?? languageOf(words);
  const terms = termsOf(language);
  const name = findPhrase(names, words) ?? findPhrase(knownNames, words);
  // The words of a name say nothing else.
  const rest = name ? words.toSpliced(name.at, name.words) : words;
  const signals: Signal[] = findTerms(terms, rest).map(({ term, intent, weight }) => ({ source: 'query', seen: term, intent, weight }));
  if (ADDRESS.test(query)) signals.push({ source: 'name', seen: query, intent: 'navigational', weight: 4 });
  // A name alone leads to its owner; the more is said besides, the more the rest counts.
  if (name) signals.push({ source: 'name', seen: name.phrase, intent: 'navigational', weight: rest.length === 0 ? 4 : rest.length === 1 ? 1.5 : 1 });
  if (query.includes('?')) signals.push({ source: 'query', seen: '?', intent: 'informational', weight: 1 });
  if (/(?:^|\s)20[2-4]\d(?:\s|$)/.test(query)) signals.push({ source: 'query', seen: 'year', intent: 'commercial', weight: 0.5 });
  const near = findPhrase(terms.local, words) ?? findPhrase(knownCities, words.length > 1 ? words.slice(1) : []);
  return weigh(PRIOR, signals, TEMPERATURE, { local: near !== null, language });
}
