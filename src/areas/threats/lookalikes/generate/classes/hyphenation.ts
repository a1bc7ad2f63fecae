import { splice } from '../brand.ts';
import { ofLabels } from './class.ts';

/** A hyphen more, or none left: `exam-ple`; of `my-bank-online` also `mybankonline`. */
export const hyphenation = ofLabels('hyphenation', function* (brand) {
  yield brand.label.replaceAll('-', '');
  for (let at = 1; at < brand.letters.length; at++) yield splice(brand, at, 0, '-');
});
