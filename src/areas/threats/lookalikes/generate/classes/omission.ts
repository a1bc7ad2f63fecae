import { splice } from '../brand.ts';
import { ofLabels } from './class.ts';

/** A letter is left out: `exmple`. */
export const omission = ofLabels('omission', function* (brand) {
  for (let at = 0; at < brand.letters.length; at++) yield splice(brand, at, 1, '');
});
