import { languageOf, type Language, type Translation } from '../../src/core/language.ts';

const accented: Readonly<Record<string, string>> = { a: 'á', c: 'ç', e: 'é', i: 'í', n: 'ñ', o: 'ó', s: 'š', u: 'ú', y: 'ý' };

/** Between these stands what came through the texts. */
export const OPEN = '⟦';
export const CLOSE = '⟧';

/** English with accents between brackets: readable, and unmistakable on the screen and in tests. */
export const pseudo: Translation = {
  language: markedLanguage(languageOf('en')),
  textsOf: (_, english) => marked(english(pseudo.language)),
};

function mark(text: string): string {
  return text === '' ? '' : `${OPEN}${text.replace(/[aceinosuy]/g, letter => accented[letter]!)}${CLOSE}`;
}

/** `texts` with every text in it marked, also those that its functions give. */
function marked<Texts>(texts: Texts): Texts {
  return markedValue(texts) as Texts;
}

function markedValue(value: unknown): unknown {
  if (typeof value === 'string') return mark(value);
  if (typeof value === 'function') return (...args: unknown[]) => markedValue((value as (...args: unknown[]) => unknown)(...args));
  if (Array.isArray(value)) return value.map(markedValue);
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, markedValue(one)])) : value;
}

function markedLanguage(language: Language): Language {
  return { ...markedValue(language) as Language, tag: 'en-XA' };
}
