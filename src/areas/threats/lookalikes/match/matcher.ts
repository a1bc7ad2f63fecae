import { registrableDomain } from '../../../../core/domain-name.ts';
import { DOT, encode, HYPHEN, plainHost, readingsOf } from './fold.ts';
import { eachDeletion, isNear, mostEdits } from './near.ts';
import { createNumberIndex } from './number-index.ts';
import { hostWords, riskWords } from './words.ts';

/** A domain that is watched. */
export interface Brand {
  id: string;
  /** Lower-case A-labels. */
  domain: string;
  /** Whose it is: no name of the same owner is a find. */
  owner: string;
}

const reasons = ['equal', 'near', 'riskWord', 'subdomain', 'contains'] as const;
/**
 * Why a name was taken for a brand, the strongest first. `equal`: the registered name reads as the brand's, below another suffix or in letters
 * that look alike; `near`: with a letter or two changed; `riskWord`: with nothing but words such as "login" next to it; `subdomain`: the brand
 * stands in front of another registered name; `contains`: the registered name has it in it.
 */
export type Reason = (typeof reasons)[number];

export interface Match {
  brandId: string;
  why: Reason;
}

/** The brands that a host name of any stream looks like, each once; none for a name of its owner, or for what is no host name. Never throws. */
export type Matcher = (name: string) => readonly Match[];

/** Where a pattern of a brand stands in a reading of the host. */
interface Hit {
  pattern: Pattern;
  /** Counted from the left, 0 is the first. */
  label: number;
  why: 'equal' | 'near' | 'contains';
  reading: string;
}

/** One way in which the name of a brand reads. */
interface Pattern {
  brand: Brand;
  registrable: string;
  letters: Uint8Array;
  isGeneric: boolean;
}

/** Shorter names are in too many others: they are found as whole words alone. */
const LEAST_LETTERS = 5;
const LEAST_WORD_LETTERS = 3;
const MOST_NEAR_LETTERS = 60;
const GRAM_BITS = 6;
const GRAM_MASK = 2 ** (GRAM_BITS * LEAST_LETTERS) - 1;
const MAX_LETTERS = 253;
const NONE: readonly Match[] = [];

/** A matcher over all brands. It costs a few microseconds a name, however many there are. */
export function createMatcher(brands: readonly Brand[]): Matcher {
  const patterns = brands.flatMap(patternsOf);
  const owned = ownersOf(brands);
  const [grams, words, deletions] = [createNumberIndex(), createNumberIndex(), createNumberIndex()];
  /** How many edits a label of so many letters may be away from a pattern. */
  const nearEdits = new Uint8Array(MAX_LETTERS + 1);
  for (const [at, { letters }] of patterns.entries()) index(at, letters);

  // What is being read: the functions below are called many times a name, and share it.
  const text = new Uint8Array(MAX_LETTERS);
  let [hits, reading, length, label, labelFrom]: [Hit[], string, number, number, number] = [[], '', 0, 0, 0];
  // For which label a pattern was compared last: several hashes may lead to it.
  const comparedFor = new Float64Array(patterns.length);
  let turn = 0;

  return name => {
    const host = plainHost(name);
    if (host === null) return NONE;
    for (reading of readingsOf(host)) find();
    if (hits.length === 0) return NONE;
    const all = hits;
    hits = [];
    return judge(host, all);
  };

  function index(at: number, letters: Uint8Array): void {
    const size = letters.length;
    if (size < LEAST_LETTERS) return words.add(gramOf(letters, 0, size), at);
    grams.add(gramOf(letters, 0, LEAST_LETTERS), at);
    const edits = mostEdits(size);
    if (edits === 0 || size > MOST_NEAR_LETTERS) return;
    eachDeletion(letters, 0, size, edits, hash => deletions.add(hash, at));
    for (let near = size - edits; near <= size + edits; near++) nearEdits[near] = Math.max(nearEdits[near]!, edits);
  }

  /** Collects all places of the reading where a pattern stands, or nearly. */
  function find(): void {
    length = encode(reading, text);
    let [wordFrom, gram] = [0, 0];
    [label, labelFrom] = [0, 0];
    for (let at = 0; at <= length; at++) {
      const letter = at < length ? text[at]! : DOT;
      if (letter === DOT || letter === HYPHEN) {
        const size = at - wordFrom;
        if (size > 0 && size < LEAST_LETTERS) words.each(gramOf(text, wordFrom, at), compare, wordFrom, at);
        wordFrom = at + 1;
      }
      if (letter === DOT) {
        if (at < length) findNear(labelFrom, at);
        label++;
        labelFrom = at + 1;
        gram = 0;
      } else {
        gram = ((gram << GRAM_BITS) | letter) & GRAM_MASK;
        if (at - labelFrom + 1 >= LEAST_LETTERS) grams.each(gram, compare, at + 1 - LEAST_LETTERS, at + 1);
      }
    }
  }

  /** Whether the whole pattern stands where its first letters are, in `[from, to)`. */
  function compare(found: number, from: number, to: number): void {
    const pattern = patterns[found]!;
    const { letters } = pattern;
    const end = from + letters.length;
    if (end > length) return;
    for (let next = to - from; next < letters.length; next++) if (letters[next] !== text[from + next]) return;
    const isWhole = from === labelFrom && (end === length || text[end] === DOT);
    hits.push({ pattern, label, reading, why: isWhole ? 'equal' : 'contains' });
  }

  function findNear(from: number, to: number): void {
    const edits = nearEdits[to - from]!;
    if (edits === 0) return;
    turn++;
    eachDeletion(text, from, to, edits as 1 | 2, deletionOf);
  }

  function deletionOf(hash: number, from: number, to: number): void {
    deletions.each(hash, compareNear, from, to);
  }

  function compareNear(found: number, from: number, to: number): void {
    if (comparedFor[found] === turn) return;
    comparedFor[found] = turn;
    const pattern = patterns[found]!;
    if (hits.some(hit => hit.pattern === pattern && hit.label === label && hit.why !== 'contains')) return;
    if (isNear(pattern.letters, text, from, to, mostEdits(pattern.letters.length))) hits.push({ pattern, label, reading, why: 'near' });
  }

  /** What the hits mean, once it is known where the registered name begins: seldom needed, so found out late. */
  function judge(host: string, found: readonly Hit[]): readonly Match[] {
    const registrable = registrableDomain(host);
    if (registrable === null) return NONE;
    const main = host.split('.').length - registrable.split('.').length;
    const best = new Map<string, number>();
    for (const hit of found) {
      const { brand } = hit.pattern;
      const why = owned.get(registrable)?.has(brand.owner) ? null : reasonOf(hit, main);
      if (why !== null) best.set(brand.id, Math.min(best.get(brand.id) ?? reasons.length, reasons.indexOf(why)));
    }
    return [...best].map(([brandId, why]) => ({ brandId, why: reasons[why]! }));
  }
}

function patternsOf(brand: Brand): Pattern[] {
  const registrable = registrableDomain(brand.domain) ?? brand.domain;
  const name = registrable.split('.', 1)[0]!;
  const readings = new Set(readingsOf(name));
  return [...readings].filter(reading => reading.length <= 63 && !reading.includes('?')).map(reading => {
    const letters = new Uint8Array(reading.length);
    encode(reading, letters);
    return { brand, registrable, letters, isGeneric: letters.length < LEAST_WORD_LETTERS || hostWords.has(name) };
  });
}

function ownersOf(brands: readonly Brand[]): Map<string, Set<string>> {
  const owners = new Map<string, Set<string>>();
  for (const { domain, owner } of brands) {
    const registrable = registrableDomain(domain) ?? domain;
    const known = owners.get(registrable);
    if (known) known.add(owner);
    else owners.set(registrable, new Set([owner]));
  }
  return owners;
}

function gramOf(letters: Uint8Array, from: number, to: number): number {
  let gram = 0;
  for (let at = from; at < to; at++) gram = ((gram << GRAM_BITS) | letters[at]!) & GRAM_MASK;
  return gram;
}

/** Null where the place says nothing: in the suffix, or nearly a brand in front of another name. */
function reasonOf({ pattern, label, why, reading }: Hit, main: number): Reason | null {
  if (label > main) return null;
  if (pattern.isGeneric) return label === main && why === 'equal' ? why : null;
  if (label < main) return why === 'near' ? null : 'subdomain';
  return why === 'contains' && hasOnlyRiskWords(reading.split('.')[main] ?? '', pattern) ? 'riskWord' : why;
}

const otherLabel = new Uint8Array(MAX_LETTERS);

/** Whether nothing but words of risk, hyphens and digits stand next to the brand in a label. */
function hasOnlyRiskWords(label: string, { letters }: Pattern): boolean {
  const length = encode(label, otherLabel);
  for (let from = 0; from + letters.length <= length; from++) {
    if (!letters.every((letter, at) => letter === otherLabel[from + at])) continue;
    const parts = [label.slice(0, from), label.slice(from + letters.length)].flatMap(part => part.split(/[-\d]+/)).filter(part => part !== '');
    if (parts.every(isRisky)) return true;
  }
  return false;
}

/** Whether the text is one word of risk, or two without a hyphen between. */
function isRisky(text: string): boolean {
  if (riskWords.has(text)) return true;
  for (let at = 2; at < text.length - 1; at++) if (riskWords.has(text.slice(0, at)) && riskWords.has(text.slice(at))) return true;
  return false;
}
