import type { TextsIn } from '../../src/core/language.ts';

/** The files of all languages but English, by their paths from here; the build makes one chunk of each language. */
export const files = import.meta.glob<{ texts: TextsIn }>('../**/texts/*/*.ts');
