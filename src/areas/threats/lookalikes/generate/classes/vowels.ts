import { splice } from '../brand.ts';
import { ofLabels } from './class.ts';

const vowels = Array.from('aeiou');

/** One vowel, or each that is the same, becomes another: `exemple`, `axampla`. */
export const vowelSwap = ofLabels('vowel-swap', function* (brand) {
  for (const [at, letter] of brand.letters.entries()) {
    if (vowels.includes(letter)) for (const vowel of vowels) yield splice(brand, at, 1, vowel);
  }
  for (const from of vowels) for (const to of vowels) yield brand.label.replaceAll(from, to);
});
