import { parseSpf, wordsOf, type SpfRecord } from './parse.ts';

/** A record that can be pasted into the zone. */
export interface Paste {
  name: string;
  type: 'TXT';
  value: string;
}

export function paste(name: string, value: string): Paste {
  return { name, type: 'TXT', value };
}

/** The record to paste, unless it would let nobody send, or everybody: then the owner has to think first. */
export function pasteIfSound(name: string, value: string): Paste | undefined {
  const { mechanisms } = parseSpf(value);
  const allows = mechanisms.filter(({ qualifier }) => qualifier === '+');
  return allows.length > 0 && allows.every(mechanism => mechanism.name !== 'all') ? paste(name, value) : undefined;
}

/** The record with each word replaced by what `change` says of it, or left out for null; `at` is where the word begins. */
export function rewrite(text: string, change: (word: string, at: number) => string | null): string {
  const words = wordsOf(text).map(({ text, at }) => change(text, at)).filter(word => word !== null);
  return ['v=spf1', ...words].join(' ');
}

/** The record without the terms at these places. */
export function without(text: string, positions: readonly number[]): string {
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
  const value = rewrite(text, (word, at) => meant.get(at) ?? word);
  return parseSpf(value).faults.length === 0 ? value : null;
}

/** One record that says what all of them say, or null where one has an error; it refuses other senders only if all do. */
export function merged(texts: readonly string[]): string | null {
  const records = texts.map(parseSpf);
  if (records.some(({ faults }) => faults.length > 0)) return null;
  const strict = records.every(({ mechanisms }) => mechanisms.some(({ name, qualifier }) => name === 'all' && qualifier === '-'));
  const terms = records.flatMap(({ terms }) => terms.filter(({ name }) => name !== 'all' && name !== 'exp'));
  const words = terms.map(({ text }) => text.replace(/^redirect=/i, 'include:'));
  return ['v=spf1', ...new Set(words), strict ? '-all' : '~all'].join(' ');
}

/** The record that a TXT record without a good version was meant to be, or null. */
export function meantAsSpf(text: string): string | null {
  const match = /^[\s"'\u201c\u201d]*v\s*=\s*spf1?(?![\w./])[\s,;:"'\u201c\u201d]*/i.exec(text);
  if (!match) return null;
  const value = `v=spf1 ${text.slice(match[0].length).replace(/["'\u201c\u201d]$/, '')}`.trimEnd();
  return parseSpf(value).faults.length === 0 ? value : null;
}
