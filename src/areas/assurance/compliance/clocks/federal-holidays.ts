import { addDays, weekdayOf } from './days.ts';

const [SUNDAY, MONDAY, THURSDAY, SATURDAY] = [0, 1, 4, 6];

/** The legal public holidays of federal offices in `year` as they are kept: a Saturday's on the Friday before, a Sunday's on the Monday after (5 USC 6103). */
export function federalHolidays(year: number): string[] {
  return [
    kept(`${year}-01-01`), nth(3, MONDAY, year, 1), nth(3, MONDAY, year, 2), last(MONDAY, year, 5), kept(`${year}-06-19`), kept(`${year}-07-04`),
    nth(1, MONDAY, year, 9), nth(2, MONDAY, year, 10), kept(`${year}-11-11`), nth(4, THURSDAY, year, 11), kept(`${year}-12-25`),
  ];
}

/** Whether federal offices work that day. The first of January may be kept on the last day of the year before. */
export function isBusinessDay(day: string): boolean {
  const year = Number(day.slice(0, 4));
  const weekday = weekdayOf(day);
  return weekday !== SUNDAY && weekday !== SATURDAY && !federalHolidays(year).includes(day) && !federalHolidays(year + 1).includes(day);
}

function kept(day: string): string {
  const weekday = weekdayOf(day);
  return weekday === SATURDAY ? addDays(day, -1) : weekday === SUNDAY ? addDays(day, 1) : day;
}

function nth(count: number, weekday: number, year: number, month: number): string {
  const first = `${year}-${String(month).padStart(2, '0')}-01`;
  return addDays(first, (weekday - weekdayOf(first) + 7) % 7 + (count - 1) * 7);
}

function last(weekday: number, year: number, month: number): string {
  const end = addDays(`${year}-${String(month + 1).padStart(2, '0')}-01`, -1);
  return addDays(end, -((weekdayOf(end) - weekday + 7) % 7));
}
