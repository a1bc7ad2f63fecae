import { compareDigits, compareText } from './segments.ts';

const MAX_LENGTH = 128;
/** What is no version, in the words of records. */
const NONE = /^(?:n\/?a|unspecified|unknown|all|any|none|various|multiple|latest|head|master|main|trunk)$/i;
const FREE = /^v?\d[\w.+~-]*$/i;
const HASH = /^[0-9a-f]{12,64}$/i;
const PARTS = /\d+|[a-z]+/gi;
/** Words of versions before a release. `a` and `b` are such only before a number: 1.0a1 comes before 1.0, and 1.0a after it. */
const BEFORE: Readonly<Record<string, number>> = { dev: -9, snapshot: -8, nightly: -8, alpha: -7, beta: -6, milestone: -5, pre: -4, rc: -3 };
const SHORT: Readonly<Record<string, string>> = { a: 'alpha', b: 'beta', m: 'milestone', preview: 'pre', candidate: 'rc', cr: 'rc' };
/** Words that only say that it is a release. */
const SAYING_NOTHING = new Set(['final', 'ga', 'release']);
const RELEASE = 0;
const AFTER = 1;

/** One number or word of a version. */
type Part = { kind: 'number'; digits: string } | { kind: 'word'; rank: number; word: string };

/**
 * Orders two versions as their authors number programs, whatever their form: `9.2p1`, `1.3.8a`, `2.4.0-rc1`, `10.11.19`. Null where one is none, or where
 * nothing says which is newer, as of two commits.
 */
export function compareFree(a: string, b: string): number | null {
  const [left, right] = [partsOf(a), partsOf(b)];
  if (!left || !right) return null;
  for (let at = 0; at < Math.max(left.length, right.length); at++) {
    const difference = comparePart(left[at], right[at]);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** What versions consist of, as they were read: records name the same ones over and over. */
const read = new Map<string, Part[] | null>();
const MAX_READ = 20_000;

function partsOf(version: string): Part[] | null {
  if (version.length > MAX_LENGTH * 2) return null;
  let parts = read.get(version);
  if (parts === undefined) {
    if (read.size >= MAX_READ) read.clear();
    parts = readParts(version);
    read.set(version, parts);
  }
  return parts;
}

function readParts(version: string): Part[] | null {
  const text = version.trim();
  if (text.length > MAX_LENGTH || NONE.test(text) || !FREE.test(text) || (HASH.test(text) && /[a-f]/i.test(text))) return null;
  const parts = withoutIdleZeros((/^v?([^+]*)/i.exec(text)![1]!).match(PARTS)?.filter(part => !SAYING_NOTHING.has(part.toLowerCase())) ?? []);
  return parts.map((part, at): Part => {
    if (/^\d/.test(part)) return { kind: 'number', digits: part };
    const given = part.toLowerCase();
    const word = given.length > 1 || /^\d/.test(parts[at + 1] ?? '') ? SHORT[given] ?? given : given;
    return { kind: 'word', rank: BEFORE[word] ?? AFTER, word };
  });
}

/** Without zeros before a word or the end, which say nothing: 1.0.0 is 1. */
function withoutIdleZeros(parts: readonly string[]): string[] {
  return parts.filter((part, at) => at === 0 || !/^0+$/.test(part) || /^0*[1-9]/.test(parts.slice(at).find(next => !/^0+$/.test(next)) ?? ''));
}

/** Missing numbers are 0. A word before the release stands before the end, every other behind it. */
function comparePart(a: Part | undefined, b: Part | undefined): number {
  if (a?.kind === 'word' || b?.kind === 'word') {
    const difference = rankOf(a) - rankOf(b);
    return difference !== 0 || a?.kind !== 'word' || b?.kind !== 'word' ? difference : compareText(a.word, b.word);
  }
  return compareDigits(a?.digits ?? '0', b?.digits ?? '0');
}

/** Where a part stands beside a word: more numbers make a later release than a word does. */
function rankOf(part: Part | undefined): number {
  if (part === undefined) return RELEASE;
  return part.kind === 'number' ? AFTER + 1 : part.rank;
}
