import { english } from '../../../core/language.ts';
import { darkwebTexts, type DarkwebTexts } from './texts.ts';

/** What the API says, which is English as findings are. */
export const inEnglish: DarkwebTexts = { ...darkwebTexts.english(english), language: english };
