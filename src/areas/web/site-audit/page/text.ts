import type { TextFacts } from './facts.ts';
import { languageOf } from './language.ts';

const START_CHARACTERS = 160;
const MAX_SAMPLES = 3;
const SHINGLE = 3;

/** What is read of the text of a page; `main` is the part outside of navigation and the like. */
export function readText(all: string, main: string, softHyphens: number, modifiedAt: number | null): TextFacts {
  const words = wordsOf(main);
  const language = languageOf(words);
  return {
    words: countWords(all),
    mainWords: words.length,
    characters: all.length,
    hash: hashOf(words),
    simHash: simHashOf(words),
    language,
    readingEase: language === 'en' ? readingEase(main, words) : null,
    placeholders: samplesOf(main, PLACEHOLDERS),
    mojibake: samplesOf(all, MOJIBAKE),
    softHyphens,
    modifiedAt,
    start: main.slice(0, START_CHARACTERS).trim(),
    frequent: frequentOf(words),
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

function frequentOf(words: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const word of words) if (word.length > 3) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].filter(([, count]) => count > 1).toSorted(([, a], [, b]) => b - a).slice(0, MAX_FREQUENT).map(([word]) => word.slice(0, 40));
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

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

function countWords(text: string): number {
  return text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
}

/** FNV-1a over the words, twice with different starts: 64 bits in hexadecimal. */
function hashOf(words: readonly string[]): string {
  let [high, low] = [0x811c9dc5, 0x1b873593];
  for (const word of words) [high, low] = [fnv(word, high), fnv(word, low)];
  return hex(high) + hex(low);
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
function simHashOf(words: readonly string[]): string {
  const votes = new Int32Array(64);
  const counted = new Set<number>();
  const shingles = Math.max(1, words.length - SHINGLE + 1);
  for (let at = 0; at < shingles; at++) {
    let [high, low] = [0x811c9dc5, 0x1b873593];
    for (let next = at; next < Math.min(at + SHINGLE, words.length); next++) [high, low] = [fnv(words[next]!, high), fnv(words[next]!, low)];
    if (counted.has(high)) continue;
    counted.add(high);
    vote(votes, mix(high), 0);
    vote(votes, mix(low), 32);
  }
  return hex(bitsOf(votes, 0)) + hex(bitsOf(votes, 32));
}

/** Spreads the bits (MurmurHash3's last step), since similar words have similar FNV hashes. */
function mix(hash: number): number {
  let mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}

function vote(votes: Int32Array, hash: number, from: number): void {
  for (let bit = 0; bit < 32; bit++) votes[from + bit]! += ((hash >>> bit) & 1) * 2 - 1;
}

function bitsOf(votes: Int32Array, from: number): number {
  let bits = 0;
  for (let bit = 0; bit < 32; bit++) if (votes[from + bit]! > 0) bits |= 1 << bit;
  return bits >>> 0;
}

const MIN_WORDS = 100;

/** Flesch's reading ease, 100 for very easy to 0 for very hard; syllables are groups of vowels. */
function readingEase(text: string, words: readonly string[]): number | null {
  if (words.length < MIN_WORDS) return null;
  const sentences = Math.max(1, text.match(/[.!?](?:\s|$)/g)?.length ?? 0);
  const syllables = words.reduce((sum, word) => sum + Math.max(1, word.replace(/e$/, '').match(/[aeiouy]+/g)?.length ?? 0), 0);
  return Math.round(206.835 - 1.015 * (words.length / sentences) - 84.6 * (syllables / words.length));
}
