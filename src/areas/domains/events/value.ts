import { hash } from 'node:crypto';

/** What a subject held at one scan: lines, sorted, each once, so that order, case of names and TTLs make no difference. */
export type Value = readonly string[];

const MAX_LINES = 200;
const MAX_LINE_CHARACTERS = 600;
const KEPT_CHARACTERS = 400;

/** The one form of what was seen: spaces joined, lines sorted, each once; of long lines the beginning and a fingerprint of the whole. */
export function canonical(lines: readonly string[]): Value {
  return [...new Set(lines.map(line => clip(line.trim().replace(/\s+/g, ' '))))].toSorted().slice(0, MAX_LINES);
}

/** SHA-256 of the value, hexadecimal. */
export function hashOf(value: Value): string {
  return hash('sha256', JSON.stringify(value));
}

/** The lines of `value` that `other` lacks. */
export function without(value: Value, other: Value): string[] {
  const lacking = new Set(other);
  return value.filter(line => !lacking.has(line));
}

function clip(line: string): string {
  return line.length <= MAX_LINE_CHARACTERS ? line : `${line.slice(0, KEPT_CHARACTERS)}… (SHA-256 ${hash('sha256', line).slice(0, 16)})`;
}

/** What the lines of a value belong to, such as selectors. */
export interface Keys {
  of(line: string): string;
  /** Whether the scan asked about the key, though it may not have got an answer; what is not asked about is no change. */
  isAsked(key: string): boolean;
  /** Whether nothing is kept of a key that is not asked about any more. */
  forgets: boolean;
}

/**
 * A value whose lines belong to keys, with what is accepted and, where a change is reported that may still stand, what that is (`reported`). What could not be
 * read stays as it was seen last, and what is asked about for the first time is no change. `isPartial` says that something accepted could not be read.
 */
export function mergeByKey(accepted: Value, seen: Value, keys: Keys, reported: Value | null): { accepted: Value; seen: Value; reported: Value | null; isPartial: boolean } {
  const isKept = (line: string): boolean => !keys.forgets || keys.isAsked(keys.of(line));
  const whole = completed(accepted.filter(isKept), seen, keys);
  const stands = reported && completed(reported.filter(line => keys.isAsked(keys.of(line))), whole, keys);
  const read = new Set(seen.map(keys.of));
  return { accepted: whole, seen: completed(seen, stands ?? whole, keys), reported: stands, isPartial: accepted.some(line => keys.isAsked(keys.of(line)) && !read.has(keys.of(line))) };
}

/** `lines`, and of the keys that they lack, what `others` say. */
function completed(lines: Value, others: Value, { of }: Keys): Value {
  const known = new Set(lines.map(of));
  return canonical([...lines, ...others.filter(line => !known.has(of(line)))]);
}
