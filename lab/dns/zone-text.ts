import { typeNumber } from './codes.ts';
import type { ResourceRecord } from './message.ts';
import { isAtOrBelow, nameBytes } from './name.ts';
import { absolute, rdataOf } from './rdata.ts';

const DEFAULT_TTL_SECONDS = 3600;

/** A zone line that cannot be read; the message names zone and line. */
export class ZoneTextError extends Error {}

/** The records of zone lines `name [ttl] [IN] TYPE data`, one each; `;` begins a comment. Throws `ZoneTextError`. */
export function parseZoneText(text: string, origin: string): ResourceRecord[] {
  return text.split('\n').flatMap((line, i) => {
    try {
      return parseLine(line, origin) ?? [];
    } catch (error) {
      throw new ZoneTextError(`${origin || '.'}, line ${i + 1}: ${error instanceof Error ? error.message : 'cannot be read'}: ${line.trim().slice(0, 100)}`);
    }
  });
}

function parseLine(line: string, origin: string): ResourceRecord | null {
  const words = wordsOf(line);
  const owner = words.shift();
  if (owner === undefined) return null;
  const name = absolute(owner, origin);
  nameBytes(name);
  if (!isAtOrBelow(name, origin)) throw new RangeError(`${name} lies outside the zone`);
  const ttl = /^\d{1,9}$/.test(words[0] ?? '') ? Number(words.shift()) : DEFAULT_TTL_SECONDS;
  if (words[0]?.toUpperCase() === 'IN') words.shift();
  const type = words.shift()?.toUpperCase() ?? '';
  if (typeNumber(type) === null) throw new RangeError(`"${type}" is no record type`);
  return { name, type, ttl, rdata: rdataOf(type, words, origin) };
}

/** Words between blanks; quotes hold blanks and `;` together and are taken off, `key="a b"` included. Escapes stay in. */
export function wordsOf(line: string): string[] {
  const words: string[] = [];
  let word: string | null = null;
  let quoted = false;
  for (let i = 0; i < line.length; i++) {
    const character = line[i]!;
    if (character === '\\') word = (word ?? '') + character + (line[++i] ?? '');
    else if (character === '"') {
      quoted = !quoted;
      word ??= '';
    } else if (!quoted && character === ';') break;
    else if (!quoted && /\s/.test(character)) {
      if (word !== null) words.push(word);
      word = null;
    } else word = (word ?? '') + character;
  }
  if (quoted) throw new RangeError('a quote is not closed');
  return word === null ? words : [...words, word];
}
