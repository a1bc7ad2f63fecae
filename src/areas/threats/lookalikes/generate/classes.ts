import { addition } from './classes/addition.ts';
import { bitFlip } from './classes/bit-flip.ts';
import type { LookalikeClass } from './classes/class.ts';
import { dot } from './classes/dot.ts';
import { doubleReplacement } from './classes/double-replacement.ts';
import { edit } from './classes/edit.ts';
import { gluedSuffix } from './classes/glued-suffix.ts';
import { hyphenation } from './classes/hyphenation.ts';
import { keyBrush, keySlip } from './classes/keyboard.ts';
import { move } from './classes/move.ts';
import { omission } from './classes/omission.ts';
import { mixedScript, wholeScript } from './classes/other-script.ts';
import { plural } from './classes/plural.ts';
import { repetition } from './classes/repetition.ts';
import { homophone, misspelling, numeral } from './classes/respelling.ts';
import { asciiShape, letterShape, shapePair } from './classes/shapes.ts';
import { freeHost, subdomain } from './classes/subdomain.ts';
import { secondLevel, suffixSwap } from './classes/suffix-swap.ts';
import { transposition } from './classes/transposition.ts';
import { vowelSwap } from './classes/vowels.ts';
import { combo, dictionary } from './classes/words.ts';
import { www } from './classes/www.ts';

/** All classes, the likeliest first: a name belongs to the first that makes it, and the budget cuts from the end. */
export const classes: readonly LookalikeClass[] = [
  suffixSwap, secondLevel, asciiShape, transposition, omission, repetition, dictionary, hyphenation, www, wholeScript, keySlip, combo,
  letterShape, vowelSwap, plural, homophone, misspelling, numeral, dot, keyBrush, addition, bitFlip, gluedSuffix, freeHost, subdomain,
  mixedScript, edit, move, doubleReplacement, shapePair,
];
