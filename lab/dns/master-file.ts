import type { ResourceRecord } from './message.ts';
import { nameBytes } from './name.ts';
import { absolute, rdataOf } from './rdata.ts';
import { wordsOf, ZoneTextError } from './zone-text.ts';

const DEFAULT_TTL_SECONDS = 3600;
const CLASS = 'IN';
const secondsOfUnit: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 };
/** Of an SOA: refresh, retry, expire and minimum may carry units. */
const FIRST_TIME_OF_SOA = 3;

/** Types that the codec knows by number alone (RFC 3597 §3). */
const byNumber: Readonly<Record<string, { type: string; rdata: (words: readonly string[], origin: string) => Buffer }>> = {
  DNAME: { type: 'TYPE39', rdata: ([target = ''], origin) => nameBytes(absolute(target, origin)) },
  HINFO: { type: 'TYPE13', rdata: (words, origin) => rdataOf('TXT', words, origin) },
};

/** One entry: the words of a line, or of several that parentheses hold together. */
interface Entry {
  line: number;
  /** A line that begins with a blank has the owner of the entry before it. */
  indented: boolean;
  words: string[];
}

/**
 * The records of a master file (RFC 1035 §5.1) with `$ORIGIN`, `$TTL`, parentheses that stand alone between blanks,
 * owners left out and times with units; `zone` is the origin at the start. Throws `ZoneTextError`.
 */
export function parseMasterFile(text: string, zone: string): ResourceRecord[] {
  const records: ResourceRecord[] = [];
  let origin = zone;
  let owner = zone;
  let ttl = DEFAULT_TTL_SECONDS;
  for (const { line, indented, words } of entriesOf(text)) {
    try {
      if (words[0] === '$ORIGIN') origin = absolute(words[1] ?? '', origin);
      else if (words[0] === '$TTL') ttl = secondsOf(words[1] ?? '');
      else {
        if (!indented) owner = absolute(words.shift()!, origin);
        records.push(recordOf(owner, words, origin, ttl));
      }
    } catch (error) {
      throw new ZoneTextError(`${zone || '.'}, line ${line}: ${error instanceof Error ? error.message : 'cannot be read'}`);
    }
  }
  return records;
}

function entriesOf(text: string): Entry[] {
  const entries: Entry[] = [];
  let open = false;
  for (const [i, line] of text.split('\n').entries()) {
    const words = wordsOf(line);
    if (words.length === 0) continue;
    if (!open) entries.push({ line: i + 1, indented: /^\s/.test(line), words: [] });
    open = (open || words.includes('(')) && !words.includes(')');
    entries.at(-1)!.words.push(...words.filter(word => word !== '(' && word !== ')'));
  }
  return entries;
}

/** `[ttl] [IN] TYPE data`, the first two in either order. */
function recordOf(name: string, words: string[], origin: string, defaultTtl: number): ResourceRecord {
  let ttl = defaultTtl;
  while (isTime(words[0]) || words[0] === CLASS) {
    const word = words.shift()!;
    if (word !== CLASS) ttl = secondsOf(word);
  }
  const type = words.shift()?.toUpperCase() ?? '';
  const foreign = byNumber[type];
  if (foreign) return { name, type: foreign.type, ttl, rdata: foreign.rdata(words, origin) };
  const fields = type === 'SOA' ? words.map((word, i) => (i >= FIRST_TIME_OF_SOA ? String(secondsOf(word)) : word)) : words;
  return { name, type, ttl, rdata: rdataOf(type, fields, origin) };
}

function isTime(word: string | undefined): boolean {
  return word !== undefined && /^\d+[smhdw]?$/i.test(word);
}

function secondsOf(word: string): number {
  if (!isTime(word)) throw new RangeError(`"${word}" is no time`);
  return Number.parseInt(word, 10) * (secondsOfUnit[word.at(-1)!.toLowerCase()] ?? 1);
}
