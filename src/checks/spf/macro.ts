/** The letters of RFC 7208 §7.2; c, r and t stand in explanations only. */
export type MacroLetter = 's' | 'l' | 'o' | 'd' | 'i' | 'p' | 'h' | 'c' | 'r' | 't' | 'v';

/** One `%{…}` (RFC 7208 §7.1). */
export interface Expansion {
  letter: MacroLetter;
  /** Written in upper case: the result is URL-escaped (§7.3). */
  escape: boolean;
  /** How many parts from the right are kept. */
  keep: number;
  reverse: boolean;
  delimiters: string;
}

/** A macro-string taken apart; `%%`, `%_` and `%-` are already literal text. */
export interface MacroString {
  parts: readonly (string | Expansion)[];
  /** The literal text behind the last expansion, all of it where there is none. */
  tail: string;
  /** Whether the last thing in it is an expansion, `%%`, `%_` and `%-` included. */
  endsInExpansion: boolean;
}

export type MacroValues = Readonly<Partial<Record<MacroLetter, string>>>;

const TOKEN = /%\{([a-z])(\d*)(r?)([.+,/_=-]*)\}|%([%_-])|([^%]+)/iy;
const ESCAPES: Readonly<Record<string, string>> = { '%': '%', _: ' ', '-': '%20' };
const MAX_NAME = 253;

/** The parts of `text`, or why it is no macro-string (RFC 7208 §7.1); an explanation may have blanks and all letters. */
export function parseMacroString(text: string, position: 'term' | 'explanation' = 'term'): MacroString | { fault: string } {
  const letters = position === 'explanation' ? 'slodiphcrtv' : 'slodiphv';
  const literal = position === 'explanation' ? /^[\x20-\x7e]*$/ : /^[\x21-\x7e]*$/;
  if (!literal.test(text)) return { fault: 'it has a character that is not allowed' };
  const parts: (string | Expansion)[] = [];
  let tail = '';
  let endsInExpansion = false;
  const token = new RegExp(TOKEN);
  while (token.lastIndex < text.length) {
    const at = token.lastIndex;
    const match = token.exec(text);
    if (!match) return { fault: `the macro at "${text.slice(at, at + 20)}" cannot be read` };
    const [, letter, digits, reverse, delimiters, escaped, plain] = match;
    if (letter !== undefined) {
      if (!letters.includes(letter.toLowerCase())) return { fault: `the macro letter "${letter}" is not allowed here` };
      if (/^0+$/.test(digits!)) return { fault: 'a macro must keep at least one part' };
      parts.push({
        letter: letter.toLowerCase() as MacroLetter,
        escape: letter !== letter.toLowerCase(),
        keep: digits === '' ? Infinity : Number(digits),
        reverse: reverse !== '',
        delimiters: delimiters || '.',
      });
      tail = '';
    } else {
      const words = plain ?? ESCAPES[escaped!]!;
      parts.push(words);
      tail += words;
    }
    endsInExpansion = plain === undefined;
  }
  return { parts, tail, endsInExpansion };
}

/** Whether the value of `letter` is needed. */
export function usesMacro({ parts }: MacroString, letter: MacroLetter): boolean {
  return parts.some(part => typeof part !== 'string' && part.letter === letter);
}

/** The text with every macro replaced, or null where a value that it needs is not among `values`. */
export function expandMacros({ parts }: MacroString, values: MacroValues): string | null {
  const words = parts.map(part => (typeof part === 'string' ? part : expand(part, values[part.letter])));
  return words.includes(null) ? null : words.join('');
}

function expand({ escape, keep, reverse, delimiters }: Expansion, value: string | undefined): string | null {
  if (value === undefined) return null;
  const parts = splitAt(value, delimiters);
  const kept = (reverse ? parts.toReversed() : parts).slice(-keep).join('.');
  return escape ? escapeUrl(kept) : kept;
}

function splitAt(value: string, delimiters: string): string[] {
  const parts = [''];
  for (const character of value) {
    if (delimiters.includes(character)) parts.push('');
    else parts[parts.length - 1] += character;
  }
  return parts;
}

/** Escapes all but the unreserved characters of RFC 3986 §2.3. */
function escapeUrl(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(/[!'()*]/g, character => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** `name` as it is asked: lower case, without the trailing dot, cut from the left to 253 characters (RFC 7208 §7.3). */
export function fitName(name: string): string {
  const bare = name.toLowerCase().replace(/\.$/, '');
  if (bare.length <= MAX_NAME) return bare;
  const dot = bare.indexOf('.', bare.length - MAX_NAME - 1);
  return dot < 0 ? '' : bare.slice(dot + 1);
}

/** Whether a DNS question can be put for `name`; a name that cannot exist counts as one that does not (RFC 7208 §4.3, §4.8). */
export function isAskable(name: string): boolean {
  return name.length <= MAX_NAME && /^[\x20-\x7e]+$/.test(name) && name.split('.').every(label => label.length > 0 && label.length <= 63);
}
