import { policies } from './parse.ts';
import { weakest } from './policies.ts';

/** Tags and values in the order of a record, without v. */
export type Tags = readonly (readonly [tag: string, value: string])[];

const MAX_CHARACTERS = 4096;
const MAX_PARTS = 100;
/** What stands in front of a record that was copied with the line of a zone file around it. */
const ZONE_LINE = /^[\s"'(]{0,9}[\w.-]{1,255}\s{1,20}(?:\d{1,9}\s{1,20})?(?:in\s{1,20})?txt\s{1,20}(?=[\s"'(]*v\s*[=:])/i;
const QUOTES = /["'`\\()\u0091-\u0094\p{Pi}\p{Pf}„‚]/gu;
const NOT_SEEN = /[\p{Cf}]/gu;
const BLANKS = /[\p{Cc}\p{Z}]+/gu;
/** Commas and blanks in front of a tag; bounded, so that it takes linear time. */
const SEPARATOR = /[, ]{1,9}(?=[a-z]{1,9} {0,9}=)/gi;
const VERSION = /^dmarc ?\d*$/i;
const KNOWN = new Set(['v', 'p', 'sp', 'np', 't', 'psd', 'rua', 'ruf', 'adkim', 'aspf', 'fo', 'pct', 'rf', 'ri']);
/** Words that make a part without a tag more than junk. */
const MEANINGFUL = /none|quarant|reject|mailto|@|=/i;

/** The tags that the author of a text meant, v left out; undefined where that cannot be determined. */
export function meantTags(text: string): Tags | undefined {
  if (text.length > MAX_CHARACTERS) return undefined;
  const plain = text.replace(ZONE_LINE, '').replaceAll(QUOTES, '').replaceAll(NOT_SEEN, '').replaceAll(BLANKS, ' ');
  const parts = plain.replaceAll(SEPARATOR, ';').split(';', MAX_PARTS).map(part => part.trim()).filter(part => part !== '');
  const pairs = pairsOf(parts);
  if (!pairs?.some(([tag]) => tag === 'v')) return undefined;
  return pairs.some(([tag, value]) => tag === 'v' && !VERSION.test(value)) ? undefined : readable(pairs.filter(([tag]) => tag !== 'v'));
}

/** A further address behind a semicolon belongs to the list in front of it; what means nothing is left out. */
function pairsOf(parts: readonly string[]): [string, string][] | undefined {
  const pairs: [string, string][] = [];
  for (const part of parts) {
    const [, name, sign, value] = /^([a-z][a-z0-9_]*) ?([=:]) ?(.*)$/i.exec(part) ?? [];
    const tag = name?.toLowerCase();
    const last = pairs.at(-1);
    if (tag !== undefined && (sign === '=' || KNOWN.has(tag))) pairs.push([tag, value!]);
    else if (last && isListOfUris(last[0]) && /^(mailto:)?[^\s@=]+@[^\s@=]+$/i.test(part)) last[1] += `,${part}`;
    else if (MEANINGFUL.test(part)) return undefined;
  }
  return pairs;
}

/** Each tag once, with a value that can be read. */
function readable(pairs: Tags): Tags | undefined {
  const tags: [string, string][] = [];
  for (const [tag, given] of Map.groupBy(pairs, ([tag]) => tag)) {
    const values: (string | null | undefined)[] = given.map(([, value]) => meantValue(tag, value));
    if (values.includes(undefined)) return undefined;
    const distinct = [...new Set(values.filter(value => value !== null))] as string[];
    const value = distinct.length < 2 ? distinct[0] : inOne(tag, distinct);
    if (value === undefined && distinct.length > 0) return undefined;
    if (value !== undefined) tags.push([tag, value]);
  }
  return tags;
}

/** Of contradicting values the one that asks for less, all of a list; undefined where neither is known. */
export function inOne(tag: string, values: readonly string[]): string | undefined {
  if (isPolicyTag(tag)) return weakest(policies.filter(policy => values.includes(policy)));
  if (isListOfUris(tag)) return [...new Set(values.flatMap(value => value.split(',')))].join(',');
  if (tag === 'adkim' || tag === 'aspf') return 'r';
  return tag === 't' ? 'y' : undefined;
}

export function isPolicyTag(tag: string): boolean {
  return tag === 'p' || tag === 'sp' || tag === 'np';
}

export function isListOfUris(tag: string): boolean {
  return tag === 'rua' || tag === 'ruf';
}

/** The value as it was meant; null where the tag says nothing and can go, undefined where it says something that cannot be read. */
function meantValue(tag: string, value: string): string | null | undefined {
  if (isPolicyTag(tag)) return value === '' && tag !== 'p' ? null : nearestPolicy(value);
  switch (tag) {
    case 'adkim': case 'aspf': return /^[rs]$|^(relaxed|strict)$/i.test(value) ? value[0]!.toLowerCase() : null;
    case 't': return /^y(es)?$|^true$/i.test(value) ? 'y' : /^no?$|^false$/i.test(value) ? 'n' : null;
    case 'psd': return /^[ynu]$/i.test(value) ? value.toLowerCase() : null;
    case 'fo': return [...new Set(value.toLowerCase().split(/[:, ]+/).filter(option => /^[01ds]$/.test(option)))].join(':') || null;
    case 'rua': case 'ruf': return value.replaceAll(/mailto: /gi, 'mailto:').split(/[, ]+(?=[^, ]*[@:])/).map(meantUri).filter(uri => uri !== '').join(',') || null;
    default: return value;
  }
}

/** The policy that a misspelling is at most two letters away from. */
function nearestPolicy(value: string): string | undefined {
  const word = value.toLowerCase().replaceAll(/[^a-z]/g, '');
  return policies.find(policy => policy === word) ?? policies.find(policy => word.length >= 3 && word.length <= 12 && distance(word, policy) <= 2);
}

function meantUri(text: string): string {
  const [, address, size = ''] = /^(?:mailto:)?<?([^<>]*?)>?(![0-9]+[kmgt]?)?$/i.exec(text.trim()) ?? [];
  if (address === undefined || !/^[^@:\s]+@[^@:\s]+$/.test(address)) return text.trim();
  // Newer receivers pass over the limit of size, older ones obey it.
  return `mailto:${address}${size}`;
}

/** The number of letters to add, drop or change (Levenshtein). */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const above = row;
    row = [i];
    for (let j = 1; j <= b.length; j++) row.push(Math.min(above[j]! + 1, row[j - 1]! + 1, above[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)));
  }
  return row[b.length]!;
}
