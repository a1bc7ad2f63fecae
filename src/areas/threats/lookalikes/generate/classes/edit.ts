import { splice } from '../brand.ts';
import { ofLabels } from './class.ts';

const alphabet = Array.from('abcdefghijklmnopqrstuvwxyz0123456789-');

/** A letter replaced or inserted by any of ASCII or of the brand: with omission and transposition, every label at Damerau's distance 1. */
export const edit = ofLabels('edit', function* (brand) {
  for (let at = 0; at <= brand.letters.length; at++) {
    for (const letter of new Set([...alphabet, ...brand.letters])) {
      if (at < brand.letters.length) yield splice(brand, at, 1, letter);
      yield splice(brand, at, 0, letter);
    }
  }
});
