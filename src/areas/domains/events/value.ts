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

/**
 * Of a value whose lines belong to keys, such as selectors: what was not asked about stays as it was seen `last` (where a change is reported that still
 * stands, otherwise as it is accepted), and what is asked about for the first time is no change.
 */
export function mergeByKey(accepted: Value, seen: Value, keyOf: (line: string) => string, last: Value = accepted): { accepted: Value; seen: Value } {
  const [known, asked] = [new Set(accepted.map(keyOf)), new Set(seen.map(keyOf))];
  const grown = canonical([...accepted, ...seen.filter(line => !known.has(keyOf(line)))]);
  const lastKnown = new Set(last.map(keyOf));
  const stays = [...last, ...grown.filter(line => !lastKnown.has(keyOf(line)))].filter(line => !asked.has(keyOf(line)));
  return { accepted: grown, seen: canonical([...seen, ...stays]) };
}
