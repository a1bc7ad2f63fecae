/** One piece of a value that was there before, is there now, or both. */
export interface Piece {
  kind: 'kept' | 'added' | 'removed';
  text: string;
}

/** One tag of a record, such as `p` of DMARC; null where it is not there. */
export interface TagChange {
  tag: string;
  before: string | null;
  after: string | null;
}

/** What two values differ in: tag by tag, term by term in their order (SPF), or line by line where the order says nothing. */
export type Difference =
  | { shape: 'tags'; tags: TagChange[] }
  | { shape: 'terms'; pieces: Piece[] }
  | { shape: 'lines'; pieces: Piece[] };

const TAGGED = /^v=[a-z0-9]+\s*;/i;
const SPF = /^v=spf1(?: |$)/i;
/** Comparing takes the product of both counts. */
const MAX_TERMS = 600;

/** The difference of two values, each one record or a set of them. */
export function differenceOf(before: readonly string[], after: readonly string[]): Difference {
  const [was, is] = [before[0], after[0]];
  if (before.length !== 1 || after.length !== 1 || was === undefined || is === undefined) return linesOf(before, after);
  if (SPF.test(was) && SPF.test(is)) return { shape: 'terms', pieces: alignTerms(split(was, /\s+/), split(is, /\s+/)) };
  return TAGGED.test(was) && TAGGED.test(is) ? { shape: 'tags', tags: tagsOf(was, is) } : linesOf(before, after);
}

function split(text: string, by: RegExp): string[] {
  return text.split(by).map(part => part.trim()).filter(part => part !== '').slice(0, MAX_TERMS);
}

/** Lines that are about the same thing stand together, the old one first. */
function linesOf(before: readonly string[], after: readonly string[]): Difference {
  const [was, is] = [new Set(before), new Set(after)];
  const pieces = [
    ...[...was].map((text): Piece => ({ kind: is.has(text) ? 'kept' : 'removed', text })),
    ...[...is].filter(text => !was.has(text)).map((text): Piece => ({ kind: 'added', text })),
  ];
  return { shape: 'lines', pieces: pieces.toSorted((a, b) => keyOf(a.text).localeCompare(keyOf(b.text), 'en')) };
}

/** What a line is about: the tag before an equals sign, otherwise its first word. */
function keyOf(line: string): string {
  return /^[^\s=]+/.exec(line)?.[0] ?? line;
}

function tagsOf(before: string, after: string): TagChange[] {
  const [was, is] = [readTags(before), readTags(after)];
  return [...new Set([...was.keys(), ...is.keys()])].map(tag => ({ tag, before: was.get(tag) ?? null, after: is.get(tag) ?? null }));
}

function readTags(record: string): Map<string, string> {
  return new Map(split(record, /;/).map(part => {
    const at = part.indexOf('=');
    return at < 0 ? [part, ''] : [part.slice(0, at).trim(), part.slice(at + 1).trim()];
  }));
}

/** Both orders in one, with as much kept as can be: the longest common subsequence. */
function alignTerms(before: readonly string[], after: readonly string[]): Piece[] {
  const lengths = Array.from({ length: before.length + 1 }, () => Array.from({ length: after.length + 1 }, () => 0));
  for (let i = before.length - 1; i >= 0; i--) {
    for (let j = after.length - 1; j >= 0; j--) {
      lengths[i]![j] = before[i] === after[j] ? lengths[i + 1]![j + 1]! + 1 : Math.max(lengths[i + 1]![j]!, lengths[i]![j + 1]!);
    }
  }
  const pieces: Piece[] = [];
  let [i, j] = [0, 0];
  while (i < before.length || j < after.length) {
    if (i < before.length && j < after.length && before[i] === after[j]) {
      pieces.push({ kind: 'kept', text: before[i]! });
      i++;
      j++;
    } else if (j >= after.length || (i < before.length && lengths[i + 1]![j]! >= lengths[i]![j + 1]!)) pieces.push({ kind: 'removed', text: before[i++]! });
    else pieces.push({ kind: 'added', text: after[j++]! });
  }
  return pieces;
}
