import { richResults, type StructuredItem } from '../../site-audit/index.ts';
import { localTypes } from './local-types.ts';

/** What is wrong with the LocalBusiness markup of a page, by the names of its properties. */
export interface MarkupCheck {
  type: string;
  /** Without them search engines ignore it. */
  missing: string[];
  recommended: string[];
  /** Opening hours that cannot be read, each as it was written. */
  hours: string[];
}

const MAX_SEEN = 10;
const { required, recommended } = richResults['LocalBusiness']!;

/** Whether the item is a business with an address. */
export function isLocal({ types }: StructuredItem): boolean {
  return types.some(type => localTypes.has(type));
}

export function checkMarkup(item: StructuredItem): MarkupCheck {
  const lacks = (of: typeof required): string[] => of.flatMap(wanted => {
    const names = typeof wanted === 'string' ? [wanted] : wanted;
    return names.some(name => Object.hasOwn(item.properties, name)) ? [] : [names.join(' or ')];
  });
  return { type: item.types.find(type => localTypes.has(type)) ?? item.types[0]!, missing: lacks(required), recommended: lacks(recommended), hours: badHours(item).slice(0, MAX_SEEN) };
}

const DAY = '(?:Mo|Tu|We|Th|Fr|Sa|Su|PH)';
const TIME = '(?:[01]\\d|2[0-4]):[0-5]\\d';
/** https://schema.org/openingHours: days, and times unless it is open all day. */
const HOURS = new RegExp(`^${DAY}(?:[-,] ?${DAY}){0,6}(?: ${TIME} ?- ?${TIME})?$`);
const CLOCK = new RegExp(`^${TIME}(?::[0-5]\\d)?(?:Z|[+-]\\d{2}:?\\d{2})?$`);
const DAYS = new Set(['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday', 'PublicHolidays']);
const DATE = /^\d{4}-\d{2}-\d{2}(?:T.{1,30})?$/;
const SPECIFICATION = 'openingHoursSpecification';

function badHours({ properties, nested }: StructuredItem): string[] {
  const values = (name: string): readonly string[] => properties[name] ?? [];
  const bad = (name: string, is: (value: string) => boolean): string[] => values(`${SPECIFICATION}.${name}`).filter(value => !is(value)).map(value => `${name}: ${value}`);
  const isDay = (value: string): boolean => DAYS.has(value.replace(/^https?:\/\/schema\.org\//, ''));
  // One without times says that it is closed, or open only on some dates; where none has any, nothing is said.
  const silent = nested[SPECIFICATION] !== undefined && values(`${SPECIFICATION}.opens`).length === 0 ? [`${SPECIFICATION} without opens and closes`] : [];
  return [
    ...values('openingHours').filter(value => !HOURS.test(value.trim())).map(value => `openingHours: ${value}`),
    ...bad('opens', value => CLOCK.test(value)), ...bad('closes', value => CLOCK.test(value)), ...bad('dayOfWeek', isDay), ...bad('validFrom', value => DATE.test(value)), ...bad('validThrough', value => DATE.test(value)), ...silent,
  ];
}
