import type { TranslatedTexts } from './translation.ts';

/** The files of all languages but English, by their paths from here; the build makes one chunk of each language. */
export const files = import.meta.glob<{ texts: TranslatedTexts }>('../**/texts/*/*.ts');
