/** From this length on a word may be too long for a column. */
const LONG = 12;
/** What stands in no word as people write it: other signs than hyphens between its first character and its last, or too many characters. */
const NO_PROSE = /[\p{L}\p{N}].*[^\p{L}’'-].*[\p{L}\p{N}]|\p{L}{31}/u;

/** Whether a text has a long word that nobody reads letter by letter, such as an address, a host name or a hash: that one may wrap anywhere. */
export function hasMachineWord(text: string): boolean {
  return text.split(/\s+/).some(word => word.length >= LONG && NO_PROSE.test(word));
}
