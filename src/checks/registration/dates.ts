/** How `01/02/2030` is meant; null where nothing tells. */
export type SlashOrder = 'dayFirst' | 'monthFirst' | null;

interface Day {
  year: number;
  month: number;
  day: number;
  /** What follows the day: the time and its zone, or a remark. */
  rest: string;
}

const MAX_CHARACTERS = 80;
const MONTHS = ['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october', 'november', 'december'];
const ZONE_HOURS: Readonly<Record<string, number>> = { jst: 9, kst: 9, msk: 3, eet: 2, eest: 3, cet: 1, cest: 2 };

const YEAR_FIRST = /^(\d{4})(?:[-/.]|\. )(\d{1,2})(?:[-/.]|\. )(\d{1,2})(?!\d)\.?(.*)$/;
const YEAR_MONTH_NAME = /^(\d{4})-([a-z]{3,9})-(\d{1,2})(?!\d)\.?(.*)$/i;
const COMPACT = /^(\d{4})(\d{2})(\d{2})(?!\d)(.*)$/;
const YEAR_LAST = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})(?!\d)(.*)$/;
const DAY_MONTH_NAME = /^(\d{1,2})(?:st|nd|rd|th)?[-. ]([a-z]{3,9})[-,. ]{1,2}(\d{4})(?!\d)(.*)$/i;
const MONTH_NAME_DAY = /^([a-z]{3,9})\.? {1,2}(\d{1,2}),? (\d{4})(?!\d)(.*)$/i;
/** `Jul  1 12:00:00 UTC 2030`, as C's ctime writes it. */
const TIME_BEFORE_YEAR = /^([a-z]{3} {1,2}\d{1,2}) (\d{2}:\d{2}:\d{2})((?: [a-z]{3,4})?) (\d{4})$/i;
const WEEKDAY = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6},? /i;
const TIME = /^(?:T| at )? ?(\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(.*)$/i;
const ZONE = /^ ?\(?([a-z]{1,4})?(?:([+-])(\d{1,2}):?(\d{2})?)?\)?$/i;

/** The moment that `text` begins with, as ISO 8601 in UTC, in any of the spellings of the registries; null where it is none. */
export function readDate(text: string, slashOrder: SlashOrder = null): string | null {
  const plain = text.slice(0, MAX_CHARACTERS).trim().replace(WEEKDAY, '').replace(TIME_BEFORE_YEAR, '$1 $4 $2$3');
  const found = readDay(plain, slashOrder);
  if (!found) return null;
  const { year, month, day, rest } = found;
  const midnight = new Date(Date.UTC(year, month - 1, day));
  if (year < 1970 || year > 2999 || midnight.getUTCMonth() !== month - 1 || midnight.getUTCDate() !== day) return null;
  const timeMs = readTimeMs(rest);
  return timeMs === null ? null : new Date(midnight.getTime() + timeMs).toISOString();
}

/** How dates with slashes are meant in a reply: those of `texts` that can be read in one way only decide. */
export function slashOrderOf(texts: readonly string[]): SlashOrder {
  for (const text of texts) {
    const match = /^ {0,9}(\d{1,2})\/(\d{1,2})\/\d{4}/.exec(text);
    if (match && Number(match[1]) > 12) return 'dayFirst';
    if (match && Number(match[2]) > 12) return 'monthFirst';
  }
  return null;
}

function readDay(text: string, slashOrder: SlashOrder): Day | null {
  const yearFirst = YEAR_FIRST.exec(text) ?? COMPACT.exec(text);
  if (yearFirst) return dayOf(yearFirst[1], yearFirst[2], yearFirst[3], yearFirst[4]);
  const yearLast = YEAR_LAST.exec(text);
  if (yearLast) return readYearLast(yearLast, slashOrder);
  const dayFirst = DAY_MONTH_NAME.exec(text);
  if (dayFirst) return dayOf(dayFirst[3], monthOf(dayFirst[2]), dayFirst[1], dayFirst[4]);
  const monthFirst = MONTH_NAME_DAY.exec(text);
  if (monthFirst) return dayOf(monthFirst[3], monthOf(monthFirst[1]), monthFirst[2], monthFirst[4]);
  const named = YEAR_MONTH_NAME.exec(text);
  return named && dayOf(named[1], monthOf(named[2]), named[3], named[4]);
}

/** Registries that write dots or hyphens put the day first; slashes have no rule. */
function readYearLast([, first, separator, second, year, rest]: RegExpExecArray, slashOrder: SlashOrder): Day | null {
  if (separator !== '/' || slashOrder === 'dayFirst') return dayOf(year, second, first, rest);
  return slashOrder === 'monthFirst' ? dayOf(year, first, second, rest) : null;
}

function dayOf(year?: string, month?: string | number, day?: string, rest = ''): Day {
  return { year: Number(year), month: Number(month), day: Number(day), rest };
}

function monthOf(name = ''): number {
  return MONTHS.findIndex(month => month.startsWith(name.toLowerCase())) + 1;
}

/** Milliseconds from midnight UTC of the written day; 0 where no time follows, null where the time is none. */
function readTimeMs(rest: string): number | null {
  const match = TIME.exec(rest);
  if (!match) return 0;
  const [, hours, minutes, seconds = '0', fraction = '', zone = ''] = match;
  if (Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 59) return null;
  const minutesOfDay = Number(hours) * 60 + Number(minutes) - zoneMinutes(zone);
  return (minutesOfDay * 60 + Number(seconds)) * 1000 + Number(fraction.slice(0, 3).padEnd(3, '0'));
}

function zoneMinutes(text: string): number {
  const match = ZONE.exec(text);
  const [, name = '', sign, hours = '0', minutes = '0'] = match ?? [];
  const offset = Number(hours) * 60 + Number(minutes);
  if (sign) return sign === '-' ? -offset : offset;
  return (ZONE_HOURS[name.toLowerCase()] ?? 0) * 60;
}
