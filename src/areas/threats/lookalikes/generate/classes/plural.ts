import { splice } from '../brand.ts';
import { ofLabels } from './class.ts';

/** An s, or es after a hiss, at the end or at the end of a word inside: `examples`, `examsple`. */
export const plural = ofLabels('plural', function* (brand) {
  for (let at = brand.letters.length; at > 1; at--) yield splice(brand, at, 0, /[sxz]/.test(brand.letters[at - 1]!) ? 'es' : 's');
});
