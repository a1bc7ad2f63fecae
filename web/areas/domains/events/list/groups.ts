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

/** What waits for a decision first, the gravest at its top; then the others by their day (UTC), newest first. */
export function groupsOf(events: readonly DomainEvent[], now: Date): Group[] {
  const open = events.filter(({ state }) => state === 'open').toSorted((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity));
  const days = Map.groupBy(events.filter(({ state }) => state !== 'open'), ({ createdAt }) => createdAt.slice(0, 10));
  return [
    ...(open.length > 0 ? [{ id: 'open', title: texts.unreviewed, events: open }] : []),
    ...[...days].map(([day, of]) => ({ id: day, title: titleOf(day, now), events: of })),
  ];
}

function titleOf(day: string, now: Date): string {
  if (day === now.toISOString().slice(0, 10)) return texts.today;
  return day === new Date(now.getTime() - DAY_MS).toISOString().slice(0, 10) ? texts.yesterday : language.day(day);
}
