import type { MaintenanceWindow } from '../shapes.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const repeats = { once: null, day: DAY_MS, week: 7 * DAY_MS } as const;

/** Whether any of the windows is open at `at`, epoch milliseconds. Repeated ones are repeated in UTC. */
export function inMaintenance(windows: readonly MaintenanceWindow[], at: number): boolean {
  return windows.some(({ from, minutes, every }) => {
    const sinceMs = at - Date.parse(from);
    const period = repeats[every];
    return sinceMs >= 0 && (period === null ? sinceMs : sinceMs % period) < minutes * MINUTE_MS;
  });
}
