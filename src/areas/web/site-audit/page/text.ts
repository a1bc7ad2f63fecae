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

/** Where both hashes begin (FNV-1a, and another start). */
const NONE = { high: 0x811c9dc5, low: 0x1b873593 };

/** A word of the text: how often it comes, and two hashes of 32 bits, which stand for it in those of texts. */
interface Word {
  count: number;
  high: number;
  low: number;
}

/** The words of the text in their order, and each of them once: what is asked of words is worked out once for each. */
function vocabularyOf(text: string): { words: Word[]; distinct: Map<string, Word> } {
  const lower = text.toLowerCase();
  const [words, distinct]: [Word[], Map<string, Word>] = [[], new Map()];
  eachWord(lower, (start, end) => {
    const said = lower.slice(start, end);
    let word = distinct.get(said);
    if (word) word.count++;
    else distinct.set(said, word = { count: 1, high: fnv(said, NONE.high), low: fnv(said, NONE.low) });
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

/** Gives where runs of letters and figures begin and end: what `/[\p{L}\p{N}]+/gu` matches, in a fraction of its time. */
function eachWord(text: string, take: (start: number, end: number) => void): void {
  let start = -1;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    const isPair = unit >= 0xd800 && unit <= 0xdbff && at + 1 < text.length;
    const isPart = isPair ? isOfWord(String.fromCodePoint(text.codePointAt(at)!)) : (classes[unit] ||= isOfWord(text[at]!) ? 1 : 2) === 1;
    if (isPart && start < 0) start = at;
    else if (!isPart && start >= 0) {
      take(start, at);
      start = -1;
    }
    // A pair whose second half is missing is one unit.
    if (isPair && text.codePointAt(at)! > 0xffff) at++;
  }
  if (start >= 0) take(start, text.length);
}

function isOfWord(character: string): boolean {
  return /[\p{L}\p{N}]/u.test(character);
}

/** FNV-1a over the hashes of words: 64 bits in hexadecimal. */
function hashOf(words: readonly Word[]): string {
  let { high, low } = NONE;
  for (const word of words) {
    high = Math.imul(high ^ word.high, 0x01000193);
    low = Math.imul(low ^ word.low, 0x01000193);
  }
  return hex(high >>> 0) + hex(low >>> 0);
}

function fnv(text: string, start: number): number {
  let hash = start;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return Math.imul(hash ^ 0x20, 0x01000193) >>> 0;
}

function hex(number: number): string {
  return number.toString(16).padStart(8, '0');
}

/** Charikar's SimHash: texts that share most of their shingles differ in few of its 64 bits. A shingle that comes again counts once, so that a figure of speech does not outweigh what is said. */
function simHashOf(words: readonly Word[]): string {
  const votes = new Votes();
  const counted = new Set<number>();
  const shingles = Math.max(1, words.length - SHINGLE + 1);
  for (let at = 0; at < shingles; at++) {
    let { high, low } = NONE;
    for (let next = at; next < Math.min(at + SHINGLE, words.length); next++) {
      high = Math.imul(high ^ words[next]!.high, 0x01000193);
      low = Math.imul(low ^ words[next]!.low, 0x01000193);
    }
    if (counted.has(high)) continue;
    counted.add(high);
    votes.add(mix(high), mix(low));
  }
  return votes.winners();
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

const VOWELS = new Set(Array.from('aeiouy', letter => letter.charCodeAt(0)));

/** An `e` at the end is silent. */
function vowelGroups(word: string): number {
  const end = word.endsWith('e') ? word.length - 1 : word.length;
  let groups = 0;
  for (let at = 0, inGroup = false; at < end; at++) {
    const isVowel = VOWELS.has(word.charCodeAt(at));
    if (isVowel && !inGroup) groups++;
    inGroup = isVowel;
  }
  return groups;
}
