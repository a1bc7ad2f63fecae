import type { VersionRule } from './advisory.ts';

type Range = Pick<VersionRule, 'from' | 'isFromIncluded' | 'to' | 'isToIncluded'>;

const VERSION = String.raw`v?\d[\w.+~-]*`;
const MAX_LENGTH = 256;
const MAX_PARTS = 32;
const ALL = /^(?:\*|all(?: versions)?)$/i;
const COMPARISON = new RegExp(`^(?<operator><=|>=|<|>|=)\\s*(?<version>${VERSION})$`);
const SPAN = new RegExp(`^(?<from>${VERSION})\\s+(?:to|through|thru|-|–)\\s+(?<to>${VERSION})$`, 'i');
const BEFORE = new RegExp(`^(?:before|prior to|earlier than)\\s+(?<to>${VERSION})$`, 'i');
const UP_TO = new RegExp(`^(?:(?:up to|through|until)\\s+(?<to>${VERSION})|(?<last>${VERSION})\\s+and\\s+(?:earlier|below|before|prior)(?: versions?)?)$`, 'i');
const ONE = new RegExp(`^(?:[a-z][a-z _./-]{0,60}\\s(?:${VERSION}\\s)?)?(?<version>${VERSION})$`, 'i');
const FAMILY = /^v?(?<family>\d+(?:\.\d+)*)\.[x*]$/i;

/** Every version. */
export const everyVersion: Range = { from: null, isFromIncluded: true, to: null, isToIncluded: true };

/** The one version. */
export function exactly(version: string): Range {
  return { from: version, isFromIncluded: true, to: version, isToIncluded: true };
}

/** The versions that people write where a version should stand: `>= 7.0, < 7.0.12`, `4.87 to 4.91`, `exim 4.95`, `2.x`; null where it cannot be told. */
export function rangesIn(text: string): Range[] | null {
  if (text.length > MAX_LENGTH) return null;
  const whole = rangeIn(text.trim());
  if (whole) return [whole];
  const parts = text.split(',').map(part => part.trim());
  if (parts.length === 1 || parts.length > MAX_PARTS) return null;
  const ranges = parts.map(rangeIn);
  if (!ranges.every(range => range !== null)) return null;
  return parts.every(part => COMPARISON.test(part)) ? [ranges.reduce(common)] : ranges;
}

/** Where the versions of a family end: `2.5.*` is everything below 2.6. */
export function endOfFamily(text: string): string | null {
  const numbers = FAMILY.exec(text)?.groups!['family']!.split('.');
  return numbers ? [...numbers.slice(0, -1), String(Number(numbers.at(-1)) + 1)].join('.') : null;
}

function rangeIn(text: string): Range | null {
  if (ALL.test(text)) return everyVersion;
  const end = endOfFamily(text);
  if (end !== null) return { from: text.slice(0, -2), isFromIncluded: true, to: end, isToIncluded: false };
  const comparison = COMPARISON.exec(text)?.groups;
  if (comparison) return compared(comparison['operator']!, comparison['version']!);
  const span = SPAN.exec(text)?.groups;
  if (span) return { from: span['from']!, isFromIncluded: true, to: span['to']!, isToIncluded: true };
  const before = BEFORE.exec(text)?.groups;
  if (before) return compared('<', before['to']!);
  const upTo = UP_TO.exec(text)?.groups;
  if (upTo) return compared('<=', (upTo['to'] ?? upTo['last'])!);
  const one = ONE.exec(text)?.groups;
  return one ? exactly(one['version']!) : null;
}

function compared(operator: string, version: string): Range {
  if (operator === '=') return exactly(version);
  const isIncluded = operator.endsWith('=');
  return operator.startsWith('<') ? { ...everyVersion, to: version, isToIncluded: isIncluded } : { ...everyVersion, from: version, isFromIncluded: isIncluded };
}

/** What a lower and an upper end have in common. */
function common(a: Range, b: Range): Range {
  const [lower, upper] = [b.from === null ? a : b, b.to === null ? a : b];
  return { from: lower.from, isFromIncluded: lower.isFromIncluded, to: upper.to, isToIncluded: upper.isToIncluded };
}
