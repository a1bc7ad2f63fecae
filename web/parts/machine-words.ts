/** From this length on a word may be too long for a column. */
const LONG = 12;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
/** What stands within no word as people write it: other signs than letters and hyphens. */
const NO_PROSE = /[^\p{L}’'-]/u;
const TOO_MANY_LETTERS = /\p{L}{31}/u;

/** Whether a text has a long word that nobody reads letter by letter, such as an address, a host name or a hash: that one may wrap anywhere. */
export function hasMachineWord(text: string): boolean {
  return text.split(/\s+/).some(word => word.length >= LONG && (TOO_MANY_LETTERS.test(word) || NO_PROSE.test(within(word))));
}

/** What stands between the first letter or digit of a word and the last. Strangers send words of any length: no pattern may go back in them. */
function within(word: string): string {
  const signs = Array.from(word);
  const first = signs.findIndex(sign => LETTER_OR_DIGIT.test(sign));
  return first < 0 ? '' : signs.slice(first + 1, signs.findLastIndex(sign => LETTER_OR_DIGIT.test(sign))).join('');
}
