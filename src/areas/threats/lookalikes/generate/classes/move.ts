import { splice } from '../brand.ts';
import { ofLabels } from './class.ts';

/** A letter stands in another place: `eamplex`. */
export const move = ofLabels('move', function* (brand) {
  for (const [from, letter] of brand.letters.entries()) {
    const rest = { ...brand, letters: brand.letters.toSpliced(from, 1) };
    for (let to = 0; to < brand.letters.length; to++) yield splice(rest, to, 0, letter);
  }
});
