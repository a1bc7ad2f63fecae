import { splice } from '../brand.ts';
import { ofLabels } from './class.ts';

/** One more letter or digit at the end, or before a hyphen: `example1`. */
export const addition = ofLabels('addition', function* (brand) {
  const ends = [brand.letters.length, ...brand.letters.keys().filter(at => brand.letters[at] === '-')];
  for (const at of ends) for (const letter of 'abcdefghijklmnopqrstuvwxyz0123456789') yield splice(brand, at, 0, letter);
});
