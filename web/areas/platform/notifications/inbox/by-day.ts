import { language } from '../../../../language/index.ts';
import { texts } from '../texts/notifications.ts';

const DAY_MS = 86_400_000;

/** What came, newest first, under its days in UTC; `now` tells which are today and yesterday. */
export function byDay<Row extends { createdAt: string }>(rows: readonly Row[], now: number): { day: string; rows: Row[] }[] {
  const [today, yesterday] = [now, now - DAY_MS].map(at => new Date(at).toISOString().slice(0, 10));
  const days = Map.groupBy(rows, ({ createdAt }) => createdAt.slice(0, 10));
  return [...days].map(([date, of]) => ({ day: date === today ? texts.today : date === yesterday ? texts.yesterday : language.longDay(date), rows: of }));
}
