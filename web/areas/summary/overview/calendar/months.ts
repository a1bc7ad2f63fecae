import type { DataOf } from '../../../../api/client.ts';

type Answer = DataOf<'GET /api/overview/expiries'>;
export type Kind = Answer['data'][number]['kind'];
export type Day = Answer['days'][number];

/** What expires in a month, by kind and in all. */
export interface Month {
  month: string;
  kinds: Readonly<Record<Kind, number>>;
  total: number;
}

export const kinds = ['registration', 'certificate', 'apiKey'] as const satisfies readonly Kind[];
const counts = { registration: 'registrations', certificate: 'certificates', apiKey: 'apiKeys' } as const satisfies Record<Kind, keyof Day>;

/** All months from the first to the last in which anything ends, whatever is counted: a month keeps its position when only one kind is. */
export function monthsOf(days: readonly Day[], counted: readonly Kind[]): Month[] {
  const by = Map.groupBy(days, ({ day }) => day.slice(0, 7));
  const [first, last] = [days[0]?.day.slice(0, 7), days.at(-1)?.day.slice(0, 7)];
  const months: Month[] = [];
  if (first === undefined || last === undefined) return [];
  for (let month = first; month <= last; month = spanOf(month).next) {
    const own = by.get(month) ?? [];
    const sum = (kind: Kind) => (counted.includes(kind) ? own.reduce((all, day) => all + day[counts[kind]], 0) : 0);
    const of = { registration: sum('registration'), certificate: sum('certificate'), apiKey: sum('apiKey') };
    months.push({ month, kinds: of, total: of.registration + of.certificate + of.apiKey });
  }
  return months;
}

/** The first and the last day of the month, and the month after it. */
export function spanOf(month: string): { from: string; to: string; next: string } {
  const [year, number] = month.split('-').map(Number) as [number, number];
  const iso = (at: number) => new Date(at).toISOString();
  return { from: `${month}-01`, to: iso(Date.UTC(year, number, 0)).slice(0, 10), next: iso(Date.UTC(year, number, 1)).slice(0, 7) };
}

/** How many of what is counted end up to the day, or have ended. */
export function endingUntil(days: readonly Day[], counted: readonly Kind[], end: string): number {
  return days.filter(({ day }) => day <= end).reduce((sum, day) => sum + counted.reduce((own, kind) => own + day[counts[kind]], 0), 0);
}
