import { severities } from '../../../../charts/timeline-days.ts';
import { language } from '../../../../language/index.ts';
import { texts } from '../texts/events.ts';
import type { DomainEvent } from './types.ts';

const DAY_MS = 86_400_000;

interface Group {
  id: string;
  title: string;
  events: readonly DomainEvent[];
}

/** The groups that stand first, by the state of their events. */
export const firstGroups = { denied: { id: 'denied', title: texts.deniedStill }, open: { id: 'open', title: texts.unreviewed } } as const;

/** The gravest first; equal ones keep their order. */
export function bySeverity(events: readonly DomainEvent[]): DomainEvent[] {
  return events.toSorted((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity));
}

/** Events by their day (UTC), newest first. */
export function byDay(events: readonly DomainEvent[], now: Date): Group[] {
  return [...Map.groupBy(events, ({ createdAt }) => createdAt.slice(0, 10))].map(([day, of]) => ({ id: day, title: titleOf(day, now), events: of }));
}

function titleOf(day: string, now: Date): string {
  if (day === now.toISOString().slice(0, 10)) return texts.today;
  return day === new Date(now.getTime() - DAY_MS).toISOString().slice(0, 10) ? texts.yesterday : language.day(day);
}
