import type { Lookup } from '../../core/lookup.ts';
import { isSpf, parseSpf, wordsOf, type SpfRecord } from './parse.ts';
import { straighten } from './slips.ts';

const MAX_CHARACTERS = 4096;

/** A record that can be pasted into the zone. */
export interface Paste {
  name: string;
  type: 'TXT';
  value: string;
}

export function paste(name: string, value: string): Paste {
  return { name, type: 'TXT', value };
}

/** The record with each word replaced by what `change` says of it, or left out for null; `at` is where the word begins. */
export function rewrite(text: string, change: (word: string, at: number) => string | null): string {
  const words = wordsOf(text).map(({ text, at }) => change(text, at)).filter(word => word !== null);
  return ['v=spf1', ...words].join(' ');
}

/** The record without the terms at these places. */
function without(text: string, positions: readonly number[]): string {
  const leaving = new Set(positions);
  return rewrite(text, (word, at) => (leaving.has(at) ? null : word));
}

/** The record with `all` as its last word on other senders, in place of the one that it has. */
export function endingIn(all: string, { text, mechanisms, redirect }: SpfRecord): string {
  const positions = mechanisms.filter(({ name }) => name === 'all').map(({ at }) => at);
  return `${without(text, redirect ? [...positions, redirect.at] : positions)} ${all}`;
}

/** The record with its faulty terms as they were meant, or null where one cannot be guessed. */
export function repaired({ text, faults }: SpfRecord): string | null {
  const meant = new Map(faults.map(({ at, meant }) => [at, meant]));
  if ([...meant.values()].includes(null)) return null;
  const taken = new Set(faults.map(({ taken }) => taken));
  const value = rewrite(text, (word, at) => (taken.has(at) ? null : meant.get(at) ?? word));
  return parseSpf(value).faults.length === 0 ? value : null;
}

/** For comparison: macros alone mean something else in upper case (RFC 7208 §7.3). */
export function lowerCase(word: string): string {
  return word.includes('%') ? word : word.toLowerCase();
}

/** One record that says what all of them say, or null where one has an error; it refuses other senders only if all do. */
export function merged(texts: readonly string[]): string | null {
  const records = texts.map(parseSpf);
  if (records.some(({ faults }) => faults.length > 0)) return null;
  const strict = records.every(({ mechanisms }) => mechanisms.some(({ name, qualifier }) => name === 'all' && qualifier === '-'));
  const terms = records.flatMap(({ terms }) => terms.filter(({ name }) => name !== 'all' && name !== 'exp'));
  const words = terms.map(({ text }) => text.replace(/^redirect=/i, 'include:'));
  const once = words.filter((word, at) => words.findIndex(other => lowerCase(other) === lowerCase(word)) === at);
  return ['v=spf1', ...once, strict ? '-all' : '~all'].join(' ');
}

/** The record that a TXT record without a good version was meant to be, or null. */
export function meantAsSpf(text: string): string | null {
  const value = asSpf(text);
  return value === null ? null : repaired(parseSpf(value));
}

/** Whether a TXT record was probably meant for SPF and is not taken for it (RFC 7208 §4.5). */
export function resemblesSpf(text: string): boolean {
  return !isSpf(text) && asSpf(text) !== null;
}

function asSpf(text: string): string | null {
  const straight = straighten(text.slice(0, MAX_CHARACTERS));
  const match = /^["'\u2018-\u201f ]*v ?= ?spf1?(?![\w./])[ ,;:"'\u2018-\u201f]*/i.exec(straight);
  return match ? `v=spf1 ${straight.slice(match[0].length).replace(/["'\u2018-\u201f]+$/, '')}`.trimEnd() : null;
}

/** What takes the place of a record that is not taken for SPF, or of several; null where there is one record, or nothing can be guessed. */
export function replacementOf({ txt, records }: { txt: Lookup<readonly string[]>; records: readonly string[] }): string | null {
  if (records.length > 0) return records.length > 1 ? merged(records) : null;
  const broken = txt.outcome === 'found' ? txt.value.filter(resemblesSpf) : [];
  return broken.length === 1 ? meantAsSpf(broken[0]!) : null;
}
