import { homophones, misspellings, numerals } from '../data/respellings.ts';
import { ofLabels, type LookalikeClass } from './class.ts';

/** Words and sounds heard alike: `phone` as `fone`. */
export const homophone = respelling('homophone', homophones);

/** Words as they are misspelt most: `payment` as `payement`. */
export const misspelling = respelling('misspelling', misspellings);

/** Numbers in figures for words and back: `for` as `4`. */
export const numeral = respelling('numeral', numerals);

function respelling(id: string, sets: readonly (readonly string[])[]): LookalikeClass {
  return ofLabels(id, function* ({ label }) {
    for (const set of sets) {
      for (const written of set) {
        for (let at = label.indexOf(written); at >= 0; at = label.indexOf(written, at + 1)) {
          for (const other of set) yield label.slice(0, at) + other + label.slice(at + written.length);
        }
      }
    }
  });
}
