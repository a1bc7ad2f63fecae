/** How many lines of evidence one finding shows. */
export const MAX_SHOWN = 20;

const MAX_CHARACTERS = 500;
const inEnglish = new Intl.ListFormat('en');

/** A record, a term or a word of foreign text, cut where it is long. */
export function clip(text: string): string {
  return text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}…` : text;
}

/** Foreign texts as evidence: the first ones, each cut where it is long. */
export function briefly(texts: readonly string[]): string[] {
  return texts.slice(0, MAX_SHOWN).map(clip);
}

/** Names as part of a sentence: `a`, `a and b`, `a, b, and c`. */
export function inWords(names: readonly string[]): string {
  return inEnglish.format(names);
}
