import { splice } from '../brand.ts';
import { ofLabels } from './class.ts';

/** One bit of a letter is flipped, as by a fault of memory: `dxample`. */
export const bitFlip = ofLabels('bit-flip', function* (brand) {
  for (const [at, letter] of brand.letters.entries()) {
    for (let bit = 0; bit < 8; bit++) {
      const flipped = String.fromCodePoint(letter.codePointAt(0)! ^ (1 << bit));
      if (flipped < '\u0080') yield splice(brand, at, 1, flipped);
    }
  }
});
