import { splice } from '../brand.ts';
import { ofLabels } from './class.ts';

/** Two neighbouring letters change places: `examlpe`. */
export const transposition = ofLabels('transposition', function* (brand) {
  for (let at = 0; at + 1 < brand.letters.length; at++) yield splice(brand, at, 2, brand.letters[at + 1]! + brand.letters[at]!);
});
