import type { TextFacts } from './facts.ts';
import { languageOf } from './language.ts';

const START_CHARACTERS = 160;
const MAX_SAMPLES = 3;
const SHINGLE = 3;

/** What is read of the text of a page; `main` is the part outside of navigation and the like. */
export function readText(all: string, main: string, softHyphens: number, modifiedAt: number | null): TextFacts {
  const { words, distinct } = vocabularyOf(main);
  const language = languageOf(distinct, words.length);
  return {
    words: all === main ? words.length : countWords(all),
    mainWords: words.length,
    characters: all.length,
    hash: hashOf(words),
    simHash: simHashOf(words),
    language,
    readingEase: language === 'en' ? readingEase(main, distinct, words.length) : null,
    placeholders: samplesOf(main, PLACEHOLDERS),
    mojibake: samplesOf(all, MOJIBAKE),
    softHyphens,
    modifiedAt,
    start: main.slice(0, START_CHARACTERS).trim(),
    frequent: frequentOf(distinct),
    prices: pricesIn(main),
  };
}

const MAX_PRICES = 100;
const PRICE = /(?:[€$£]|\b(?:EUR|USD|GBP|CHF|R\$))\s?\d{1,6}(?:[.,]\d{1,3}){0,3}|\b\d{1,6}(?:[.,]\d{1,3}){0,3}\s?(?:[€£]|(?:EUR|USD|GBP|CHF|Euro?s?)\b)/g;

function pricesIn(text: string): number {
  let count = 0;
  for (const _ of text.matchAll(PRICE)) if (++count === MAX_PRICES) break;
  return count;
}

const MAX_FREQUENT = 20;

function frequentOf(distinct: ReadonlyMap<string, Word>): string[] {
  const often: [text: string, count: number][] = [];
  for (const [text, { count }] of distinct) if (count > 1 && text.length > 3) often.push([text, count]);
  return often.toSorted(([, a], [, b]) => b - a).slice(0, MAX_FREQUENT).map(([text]) => text.slice(0, 40));
}

/** Lorem ipsum, templates that were not filled in, and what programs say when they fail. */
const PLACEHOLDERS = /lorem ipsum|dolor sit amet|\{\{\s{0,9}[\w.]{1,40}\s{0,9}\}\}|\[object Object\]|\bundefined undefined\b|Fatal error: |Warning: \w{1,30}\(\)|Traceback \(most recent call last\)|You have an error in your SQL syntax|Stack trace:|\bTODO:|Your (?:text|content|title) here/gi;
/** UTF-8 that was read as Windows-1252, and bytes that are no text. */
const MOJIBAKE = /Ã[\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]|â€[™œ“”¦\u009d]|Â[\u00a0-\u00bf]|\ufffd/g;

function samplesOf(text: string, pattern: RegExp): string[] {
  const found = new Set<string>();
  for (const match of text.matchAll(pattern)) {
    found.add(text.slice(Math.max(0, match.index - 20), match.index + match[0].length + 20).replaceAll(/\s+/g, ' ').trim());
    if (found.size === MAX_SAMPLES) break;
  }
  return [...found];
}

/** Where both hashes begin (FNV-1a, and another start), and what they are multiplied by. */
const NONE = { high: 0x811c9dc5 | 0, low: 0x1b873593 };
const PRIME = 0x01000193;

/** A word of the text: how often it comes, and two hashes of 32 bits, which stand for it in those of texts. */
interface Word {
  count: number;
  high: number;
  low: number;
}

/** The words of the text in their order, and each of them once: what is asked of words is worked out once for each. */
function vocabularyOf(text: string): { words: Word[]; distinct: Map<string, Word> } {
  const lower = text.toLowerCase();
  const [words, distinct, byHash]: [Word[], Map<string, Word>, Map<number, Word>] = [[], new Map(), new Map()];
  eachWord(lower, (start, end, high, low) => {
    let word = byHash.get(high);
    if (word?.low !== low) {
      const said = lower.slice(start, end);
      word = distinct.get(said);
      if (!word) distinct.set(said, word = { count: 0, high, low });
      byHash.set(high, word);
    }
    word.count++;
    words.push(word);
  });
  return { words, distinct };
}

function countWords(text: string): number {
  let count = 0;
  eachWord(text, () => void count++);
  return count;
}

/** Of units of UTF-16, once one was met: 1 in words, 2 between them. */
const classes = new Uint8Array(0x1_0000);

function isOfWord(character: string): boolean {
  return /[\p{L}\p{N}]/u.test(character);
}

/** Gives where runs of letters and figures begin and end, what `/[\p{L}\p{N}]+/gu` matches, each with both hashes. */
function eachWord(text: string, take: (start: number, end: number, high: number, low: number) => void): void {
  const units = unitsOf(text);
  let start = -1;
  let { high, low } = NONE;
  for (let at = 0; at < units.length; at++) {
    const unit = units[at]!;
    // A pair whose second half is missing is one unit.
    const pair = unit >= 0xd800 && unit <= 0xdbff ? text.codePointAt(at)! : 0;
    if (pair > 0xffff ? isOfWord(String.fromCodePoint(pair)) : (classes[unit] ||= isOfWord(text[at]!) ? 1 : 2) === 1) {
      if (start < 0) start = at;
      high = Math.imul(high ^ unit, PRIME);
      low = Math.imul(low ^ unit, PRIME);
      if (pair > 0xffff) {
        const second = units[++at]!;
        high = Math.imul(high ^ second, PRIME);
        low = Math.imul(low ^ second, PRIME);
      }
    } else {
      if (pair > 0xffff) at++;
      if (start < 0) continue;
      take(start, pair > 0xffff ? at - 1 : at, Math.imul(high ^ 0x20, PRIME), Math.imul(low ^ 0x20, PRIME));
      ({ high, low } = NONE);
      start = -1;
    }
  }
  if (start >= 0) take(start, text.length, Math.imul(high ^ 0x20, PRIME), Math.imul(low ^ 0x20, PRIME));
}

let buffer = Buffer.alloc(0);

/** The units of the text until the next call: they are read many times faster than those of a string. */
function unitsOf(text: string): Uint16Array {
  if (buffer.length < 2 * text.length) buffer = Buffer.allocUnsafeSlow(4 * text.length);
  buffer.write(text, 'utf16le');
  return new Uint16Array(buffer.buffer, 0, text.length);
}

/** FNV-1a over the hashes of words: 64 bits in hexadecimal. */
function hashOf(words: readonly Word[]): string {
  let { high, low } = NONE;
  for (const word of words) {
    high = Math.imul(high ^ word.high, PRIME);
    low = Math.imul(low ^ word.low, PRIME);
  }
  return hex(high >>> 0) + hex(low >>> 0);
}

function hex(number: number): string {
  return number.toString(16).padStart(8, '0');
}

/** Charikar's SimHash: texts that share most of their shingles differ in few of its 64 bits. A shingle that comes again counts once, so that a figure of speech does not outweigh what is said. */
function simHashOf(words: readonly Word[]): string {
  const votes = new Votes();
  const shingles = Math.max(1, words.length - SHINGLE + 1);
  const counted = new Hashes(shingles);
  for (let at = 0; at < shingles; at++) {
    let { high, low } = NONE;
    for (let next = at; next < Math.min(at + SHINGLE, words.length); next++) {
      const word = words[next]!;
      high = Math.imul(high ^ word.high, PRIME);
      low = Math.imul(low ^ word.low, PRIME);
    }
    if (counted.add(high)) votes.add(mix(high), mix(low));
  }
  return votes.winners();
}

/** A set of up to `max` hashes of 32 bits: the next free slot of a table that is half empty, many times faster than `Set`. */
class Hashes {
  readonly #slots: Int32Array;

  constructor(max: number) {
    this.#slots = new Int32Array(2 ** Math.ceil(Math.log2(2 * max)));
  }

  /** Whether it is new. 0 stands for a free slot, and 1 for it. */
  add(hash: number): boolean {
    const slots = this.#slots;
    const kept = hash | 0 || 1;
    let at = hash & (slots.length - 1);
    while (slots[at] !== 0) {
      if (slots[at] === kept) return false;
      at = (at + 1) & (slots.length - 1);
    }
    slots[at] = kept;
    return true;
  }
}

/** Spreads the bits (MurmurHash3's last step), since similar words have similar FNV hashes. */
function mix(hash: number): number {
  let mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}

/** For each value of four bits, each of them in a byte of its own. */
const SPREAD = Uint32Array.from({ length: 16 }, (_, value) => [0, 1, 2, 3].reduce((sum, bit) => sum + ((value >>> bit) & 1) * 2 ** (8 * bit), 0));
const MAX_OF_A_BYTE = 255;

/** Counts how often each of 64 bits is set: four in the bytes of one number at a time, which are emptied before they overflow. */
class Votes {
  readonly #bytes = new Uint32Array(16);
  readonly #counts = new Uint32Array(64);
  #added = 0;
  #total = 0;

  add(high: number, low: number): void {
    for (let at = 0; at < 8; at++) {
      this.#bytes[at]! += SPREAD[(high >>> (4 * at)) & 15]!;
      this.#bytes[at + 8]! += SPREAD[(low >>> (4 * at)) & 15]!;
    }
    this.#total++;
    if (++this.#added === MAX_OF_A_BYTE) this.#empty();
  }

  /** The bits that are set in more than half, as 16 hexadecimal digits. */
  winners(): string {
    this.#empty();
    return [0, 32].map(from => {
      let bits = 0;
      for (let bit = 0; bit < 32; bit++) if (2 * this.#counts[from + bit]! > this.#total) bits |= 1 << bit;
      return hex(bits >>> 0);
    }).join('');
  }

  #empty(): void {
    for (let bit = 0; bit < 64; bit++) this.#counts[bit]! += (this.#bytes[bit >>> 2]! >>> (8 * (bit & 3))) & 0xff;
    this.#bytes.fill(0);
    this.#added = 0;
  }
}

const MIN_WORDS = 100;

/** Flesch's reading ease, 100 for very easy to 0 for very hard; syllables are groups of vowels. */
function readingEase(text: string, distinct: ReadonlyMap<string, Word>, words: number): number | null {
  if (words < MIN_WORDS) return null;
  const sentences = Math.max(1, text.match(/[.!?](?:\s|$)/g)?.length ?? 0);
  let syllables = 0;
  for (const [word, { count }] of distinct) syllables += count * Math.max(1, vowelGroups(word));
  return Math.round(206.835 - 1.015 * (words / sentences) - 84.6 * (syllables / words));
}

const VOWELS = Uint8Array.from({ length: 128 }, (_, unit) => ('aeiouy'.includes(String.fromCharCode(unit)) ? 1 : 0));

/** An `e` at the end is silent. */
function vowelGroups(word: string): number {
  const end = word.endsWith('e') ? word.length - 1 : word.length;
  let groups = 0;
  for (let at = 0, inGroup = false; at < end; at++) {
    const isVowel = VOWELS[word.charCodeAt(at)] === 1;
    if (isVowel && !inGroup) groups++;
    inGroup = isVowel;
  }
  return groups;
}
