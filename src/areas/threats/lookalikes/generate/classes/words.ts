import { comboWords } from '../data/combo-words.ts';
import type { Brand } from '../brand.ts';
import { ofLabels } from './class.ts';

/** The caller's words next to the brand: `example-word`. */
export const dictionary = ofLabels('dictionary', (brand, { words }) => withWords(brand, words));

/** Words that fraud likes next to the brand: `example-login`. */
export const combo = ofLabels('combo', brand => withWords(brand, comboWords));

/** Each word after and before the brand, joined and hyphenated; of a brand with hyphens, also in place of its last and first part. */
function* withWords({ label }: Brand, words: readonly string[]): Iterable<string> {
  const first = label.indexOf('-'), last = label.lastIndexOf('-');
  for (const word of words) {
    yield `${label}-${word}`;
    yield `${word}-${label}`;
    yield label + word;
    yield word + label;
    if (last > 0) yield `${label.slice(0, last)}-${word}`;
    if (first > 0) yield word + label.slice(first);
  }
}
