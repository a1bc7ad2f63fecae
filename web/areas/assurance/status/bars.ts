import type { BarDay } from '../../../charts/uptime-bars.tsx';

const DAY_MS = 86_400_000;

/** A day as reports have it; those of checks and of services are alike. */
interface Day {
  date: string;
  uptime: number | null;
  downSeconds: number;
  degradedSeconds: number;
  maintenanceSeconds?: number;
}

/** The `count` days until `now`, oldest first; days that are not in `known` have no data. */
export function bars(known: readonly Day[], count: number, now: number): BarDay[] {
  const byDate = new Map(known.map(day => [day.date, day]));
  return Array.from({ length: count }, (_, at) => {
    const date = new Date(now - (count - 1 - at) * DAY_MS).toISOString().slice(0, 10);
    const day = byDate.get(date);
    return { date, uptime: day?.uptime ?? null, downSeconds: day?.downSeconds ?? 0, state: stateOf(day) };
  });
}

function stateOf(day: Day | undefined): BarDay['state'] {
  if (day === undefined) return 'none';
  if (day.downSeconds > 0) return 'down';
  if (day.degradedSeconds > 0) return 'degraded';
  if (day.uptime !== null) return 'up';
  return (day.maintenanceSeconds ?? 0) > 0 ? 'maintenance' : 'none';
}
