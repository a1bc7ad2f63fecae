import { splice } from '../brand.ts';
import { ofLabels } from './class.ts';

/** Two neighbouring letters become one letter twice: `exoople`. */
export const doubleReplacement = ofLabels('double-replacement', function* (brand) {
  for (let at = 0; at + 1 < brand.letters.length; at++) {
    for (const letter of 'abcdefghijklmnopqrstuvwxyz0123456789') yield splice(brand, at, 2, letter + letter);
  }
});
