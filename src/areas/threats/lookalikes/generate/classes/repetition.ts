import { splice } from '../brand.ts';
import { ofLabels } from './class.ts';

/** A letter is typed twice: `exxample`. */
export const repetition = ofLabels('repetition', function* (brand) {
  for (let at = 0; at < brand.letters.length; at++) yield splice(brand, at, 0, brand.letters[at]!);
});
