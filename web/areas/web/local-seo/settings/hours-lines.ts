import type { Business } from '../types.ts';

type Hours = NonNullable<Business['hours']>;
export type Day = Hours[number]['days'][number];

export const days: readonly Day[] = ['mo', 'tu', 'we', 'th', 'fr', 'sa', 'su'];
const SPAN = /^([01]?\d|2[0-3]):([0-5]\d)\s*[-–]\s*([01]?\d|2[0-3]):([0-5]\d)$/;

/** Opening hours as people type them, a line a day: `09:00-12:00, 13:00-17:00`; empty where it is closed. */
export function linesOf(hours: Hours | null): Record<Day, string> {
  return Object.fromEntries(days.map(day => [day, (hours ?? []).filter(({ days: on }) => on.includes(day)).map(({ opens, closes }) => `${opens}-${closes}`).toSorted().join(', ')])) as Record<Day, string>;
}

/** What the lines mean: null where all are empty; days whose line cannot be read are in `wrong`. */
export function hoursIn(lines: Readonly<Record<Day, string>>): { hours: Hours | null; wrong: readonly Day[] } {
  const read = days.map(day => ({ day, spans: lines[day].split(',').map(span => span.trim()).filter(span => span !== '').map(span => SPAN.exec(span)) }));
  const wrong = read.filter(({ spans }) => spans.includes(null)).map(({ day }) => day);
  const bySpan = new Map<string, Hours[number]>();
  for (const { day, spans } of read) {
    for (const span of spans) {
      if (span === null) continue;
      const [opens, closes] = [`${span[1]!.padStart(2, '0')}:${span[2]!}`, `${span[3]!.padStart(2, '0')}:${span[4]!}`];
      const one = bySpan.get(`${opens}-${closes}`) ?? { days: [], opens, closes };
      if (!one.days.includes(day)) one.days.push(day);
      bySpan.set(`${opens}-${closes}`, one);
    }
  }
  return { hours: bySpan.size === 0 ? null : [...bySpan.values()], wrong };
}

/** Days that follow each other with the same hours, in one; days on which it is closed are left out. */
export function stretchesOf(hours: Hours): { from: Day; to: Day; says: string }[] {
  const lines = linesOf(hours);
  return days.reduce<{ from: Day; to: Day; says: string }[]>((stretches, day, at) => {
    const [last, says] = [stretches.at(-1), lines[day]];
    if (says === '') return stretches;
    if (last !== undefined && last.says === says && last.to === days[at - 1]) return [...stretches.slice(0, -1), { ...last, to: day }];
    return [...stretches, { from: day, to: day, says }];
  }, []);
}
