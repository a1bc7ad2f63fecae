import { scripts } from '../data/scripts.ts';
import { splice } from '../brand.ts';
import { ofLabels } from './class.ts';

/** Every letter from one other script, as all registries that take the script do; digits and hyphens stay. */
export const wholeScript = ofLabels('whole-script', function* ({ letters }) {
  for (const script of scripts) {
    const written = letters.map(letter => script[letter] ?? (/[a-z]/.test(letter) ? null : letter));
    if (!written.includes(null)) yield written.join('');
  }
}, { crosses: false });

/** One letter from another script, as few registries take it but mail and pages show it. */
export const mixedScript = ofLabels('mixed-script', function* (brand) {
  for (const script of scripts) {
    for (const [at, letter] of brand.letters.entries()) {
      if (script[letter] !== undefined) yield splice(brand, at, 1, script[letter]);
    }
  }
}, { crosses: false });
