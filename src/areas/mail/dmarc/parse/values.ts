import { domainToASCII } from 'node:url';
import { formatIp, parseIp } from '../../../../core/ip.ts';

const MAX_COUNT = 1e12;
const MAX_NAME_CHARACTERS = 255;
const DAY_MS = 86_400_000;

/** How far a reporter's clock, or its time zone, may be ahead. */
export const CLOCK_SKEW_MS = 2 * DAY_MS;

/** A count from 0 to 10^12; `3.0` is 3, as some reporters write it. */
export function countOf(text: string): number | null {
  const match = /^\+?(\d{1,16})(?:\.0*)?$/.exec(text);
  const count = match ? Number(match[1]) : Infinity;
  return count <= MAX_COUNT ? count : null;
}

/** A moment in epoch milliseconds, and how it was written where that is not whole seconds. */
export interface Moment {
  at: number;
  as: 'seconds' | 'milliseconds' | 'text';
}

/** RFC 9990 §3.1.1.3: seconds since 1970. Milliseconds, fractions and ISO 8601 are read as well; text without a zone is UTC. */
export function momentOf(text: string): Moment | null {
  if (/^\d{1,15}(\.\d*)?$/.test(text)) {
    const number = Math.trunc(Number(text));
    return number < 1e11 ? { at: number * 1000, as: 'seconds' } : { at: number, as: 'milliseconds' };
  }
  const match = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?)(?:\.\d+)?)?\s*(Z|[+-]\d\d:?\d\d)?$/i.exec(text);
  if (!match) return null;
  const at = Date.parse(`${match[1]}T${match[2] ?? '00:00'}${zoneOf(match[3] ?? 'Z')}`);
  return Number.isNaN(at) ? null : { at, as: 'text' };
}

function zoneOf(text: string): string {
  return text.length === 5 ? `${text.slice(0, 3)}:${text.slice(3)}` : text.toUpperCase();
}

/** Both ends of a period in order, and what had to be done to them; `null` where neither can be read. */
export function periodOf(begin: Moment | null, end: Moment | null): { beginAt: number; endAt: number; swapped: boolean; long: boolean } | null {
  const [first, last] = [begin ?? end, end ?? begin];
  if (!first || !last) return null;
  const swapped = last.at < first.at;
  const [beginAt, endAt] = swapped ? [last.at, first.at] : [first.at, last.at];
  // Reporters use local midnights and 86,399 or 86,400 seconds; the day of a change of the clock has 25 hours.
  return { beginAt, endAt, swapped, long: endAt - beginAt > DAY_MS + DAY_MS / 12 };
}

const QUADS = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.|$)){4}(?<!\.)$/;

/** IPv6 that is written as RFC 5952 wants it already: no zero groups apart from `::`, which stands for two or more. */
const GROUP = '[1-9a-f][\\da-f]{0,3}';
const CANONICAL_IPV6 = new RegExp(`^(?:${GROUP}(?::${GROUP}){7}|(?=(?:[^:]*:){2,6}[^:]*$)${GROUP}(?::${GROUP})*::(?:${GROUP}(?::${GROUP})*)?)$`);

/** An address as the house writes it: without brackets, IPv4 in IPv6 as IPv4, IPv6 as RFC 5952; `null` where it is none. */
export function addressOf(text: string): string | null {
  if (QUADS.test(text) || CANONICAL_IPV6.test(text)) return text;
  const bytes = parseIp(text.replace(/^\[(?:IPv6:)?(.*)\]$/i, '$1').trim());
  if (bytes === null) return null;
  const mapped = bytes.length === 16 && bytes[10] === 0xff && bytes[11] === 0xff && bytes.subarray(0, 10).every(byte => byte === 0);
  return mapped ? formatIp(bytes.subarray(12)) : formatIp(bytes);
}

/** A domain name in lower-case A-labels without its last dot; what is none stays as it is, in lower case. `null` for nothing. */
export function nameOf(text: string): string | null {
  const lower = text.toLowerCase();
  const bare = lower.endsWith('.') ? lower.slice(0, -1) : lower;
  if (bare === '') return null;
  const ascii = /^[\u0000-\u007f]*$/.test(bare) ? bare : domainToASCII(bare) || bare;
  return ascii.slice(0, MAX_NAME_CHARACTERS);
}

/** The name behind the last `@` of an address, without what encloses it. */
export function domainOfAddress(address: string): string | null {
  const at = address.lastIndexOf('@');
  const name = at < 0 ? null : nameOf(address.slice(at + 1).replace(/[>\s].*$/s, ''));
  return name !== null && /^[^\s@<>]+\.[^\s@<>]+$/.test(name) ? name : null;
}
