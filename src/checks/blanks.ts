/** `text` without spaces and tabs at either end: all that mail standards call white space within a line (RFC 5234 B.1, WSP). */
export function trimBlanks(text: string): string {
  let [from, to] = [0, text.length];
  while (from < to && isBlank(text, from)) from++;
  while (to > from && isBlank(text, to - 1)) to--;
  return text.slice(from, to);
}

function isBlank(text: string, at: number): boolean {
  return text[at] === ' ' || text[at] === '\t';
}

const INVISIBLE = /[[\p{Cc}\p{Cf}\p{Z}]--[ ]]/gv;

/** `text` with characters that nobody sees written as their code points, `U+00A0` and the like; plain spaces stay. */
export function madeVisible(text: string): string {
  return text.replaceAll(INVISIBLE, character => `<U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}>`);
}
