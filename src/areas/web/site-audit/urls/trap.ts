/** Why an address is not followed: there would be no end of others like it. */
export type Trap = 'repeatingPath' | 'deepPath' | 'manyParameters' | 'calendar';

const MAX_SEGMENTS = 24;
const MAX_PARAMETERS = 12;
const MAX_REPETITIONS = 3;
const YEARS_AHEAD = 2;
const FIRST_YEAR = 1990;

const NO_PARAMETERS = new URLSearchParams();

/** Recognises an address that a program makes without end; null where it looks like a page. `now` in epoch milliseconds. */
export function trapOf(url: URL, now: number): Trap | null {
  const { pathname, search } = url;
  const segments = pathname.split('/').filter(segment => segment !== '');
  const searchParams = search === '' ? NO_PARAMETERS : url.searchParams;
  if (segments.length > MAX_SEGMENTS) return 'deepPath';
  if (repeats(segments)) return 'repeatingPath';
  if (searchParams.size > MAX_PARAMETERS) return 'manyParameters';
  return isFarDate(segments, searchParams, now) ? 'calendar' : null;
}

/** `/a/b/a/b/a/b`: one to three segments that come three times in a row, as relative links below a wrong address give them. */
function repeats(segments: readonly string[]): boolean {
  return [1, 2, 3].some(length => segments.some((_, from) => {
    const part = segments.slice(from, from + length);
    return segments.length - from >= length * MAX_REPETITIONS && part.some(segment => !/^\d{1,4}$/.test(segment))
      && segments.slice(from, from + length * MAX_REPETITIONS).every((segment, at) => segment === part[at % length]);
  }));
}

const YEAR_PARAMETER = /^(y|yr|year|date|month|day|week|from|start|cal(endar)?)$/i;

/** A day or month of a year in which nothing has happened yet: calendars go on for ever. */
function isFarDate(segments: readonly string[], parameters: URLSearchParams, now: number): boolean {
  const last = new Date(now).getUTCFullYear() + YEARS_AHEAD;
  const isFar = (year: string): boolean => Number(year) > last || Number(year) < FIRST_YEAR;
  const inPath = segments.some((segment, at) => {
    const whole = /^(\d{4})-(\d{2})(-\d{2})?$/.exec(segment);
    return whole ? isFar(whole[1]!) : /^[12]\d{3}$/.test(segment) && /^(0?[1-9]|1[0-2])$/.test(segments[at + 1] ?? '') && isFar(segment);
  });
  return inPath || [...parameters].some(([name, value]) => {
    const year = YEAR_PARAMETER.test(name) ? /^(\d{4})(-\d{2}(-\d{2})?|\d{2}|\d{4})?$/.exec(value) : null;
    return year !== null && isFar(year[1]!);
  });
}

/** What pages of one template have in common: figures and long codes in the path become `#`, values of parameters are left out. */
export function shapeOf(url: string): string {
  const { host, pathname, searchParams } = new URL(url);
  const path = pathname.split('/').map(segment => (/\d/.test(segment) ? segment.replace(/\d+/g, '#') : segment)).join('/');
  const names = [...new Set(searchParams.keys())].toSorted();
  return `${host}${path}${names.length === 0 ? '' : `?${names.join('&')}`}`;
}
