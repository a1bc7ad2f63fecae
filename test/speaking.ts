// English and the pseudo-language, which marks each text that comes through the texts.
import { CLOSE, OPEN, pseudo } from '../web/language/pseudo.ts';
import { createSpeak, type AreaTexts, type Spoken } from '../src/core/texts.ts';

/** Speaks the pseudo-language to accounts of the locale `en-XA`, and English to all others. */
export const speak = createSpeak([pseudo]);

export const inEnglish = <Texts extends object>(texts: AreaTexts<Texts>): Spoken<Texts> => speak(texts, 'en');
export const inPseudo = <Texts extends object>(texts: AreaTexts<Texts>): Spoken<Texts> => speak(texts, 'en-XA');

const MARKED = new RegExp(`${OPEN}[^${OPEN}${CLOSE}]*${CLOSE}`, 'g');

/** What is left of a text without all that is marked, and without signs around it. */
export function unmarked(text: string): string {
  let [rest, before] = [text, ''];
  while (rest !== before) [before, rest] = [rest, rest.replace(MARKED, ' ')];
  return rest.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
}
