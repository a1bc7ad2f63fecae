import { domainToASCII, domainToUnicode } from 'node:url';
import { confusables } from './data/confusables.ts';

/** Besides what Unicode lists: Cyrillic letters that stand for Latin ones in names that were seen. */
const ours: Readonly<Record<string, string>> = { b: 'вьъ', h: 'н', k: 'к', m: 'м', n: 'пи', r: 'я', t: 'т' };

const letters = new Map([confusables, ours].flatMap(table => Object.entries(table).flatMap(([reads, sources]) => Array.from(sources, source => [source, reads] as const))));

const NAME = /^[a-z0-9._-]{1,253}$/;
const MAX_CHARACTERS = 1024;

/** The host in lower-case A-labels without a leading `*.` and a trailing dot; null for what is no host name. */
export function plainHost(name: string): string | null {
  if (name.length > MAX_CHARACTERS) return null;
  const bare = name.startsWith('*.') ? name.slice(2) : name;
  // oxlint-disable-next-line no-control-regex
  const ascii = /^[\u0000-\u007f]*$/.test(bare) ? bare.toLowerCase() : domainToASCII(bare);
  const host = ascii.endsWith('.') ? ascii.slice(0, -1) : ascii;
  return NAME.test(host) && !host.includes('..') && !host.startsWith('.') && host.includes('.') ? host : null;
}

/**
 * The ways in which a host of `plainHost` reads, in lower-case ASCII with `?` for letters that look like none, the same number of labels
 * in each: with pairs of letters as they are, read as one letter (`rn` as m), and without hyphens.
 */
export function readingsOf(host: string): string[] {
  const latin = host.includes('xn--') ? inLatin(host) : host;
  const paired = latin.replaceAll(/rn|nn|vv|cl/g, pair => (pair === 'vv' ? 'w' : pair === 'cl' ? 'd' : 'm'));
  const readings = paired === latin ? [latin] : [latin, paired];
  return latin.includes('-') ? [...readings, ...readings.map(reading => reading.replaceAll('-', ''))] : readings;
}

function inLatin(host: string): string {
  const decomposed = (domainToUnicode(host) || host).normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return Array.from(decomposed, letter => (letter <= '\u007f' ? letter : letters.get(letter) ?? '?')).join('');
}

/** Letters that look alike have one number, 1 to 39; 0 is whatever is no letter, digit, hyphen or dot. */
export const HYPHEN = 37;
export const DOT = 38;
const alike: Readonly<Record<string, string>> = { i: 'l', 1: 'l', '|': 'l', 0: 'o', v: 'u', 3: 'e', 4: 'a', 5: 's', 7: 't', 8: 'b' };
const numbers = new Uint8Array(128);
for (const [at, letter] of 'abcdefghijklmnopqrstuvwxyz0123456789-.'.split('').entries()) numbers[letter.charCodeAt(0)] = at + 1;
for (const [letter, as] of Object.entries(alike)) numbers[letter.charCodeAt(0)] = numbers[as.charCodeAt(0)]!;

/** Writes the numbers of the letters of a reading into `into`; gives how many there are, at most as many as it has room for. */
export function encode(reading: string, into: Uint8Array): number {
  const length = Math.min(reading.length, into.length);
  for (let at = 0; at < length; at++) into[at] = numbers[reading.charCodeAt(at)] ?? 0;
  return length;
}
