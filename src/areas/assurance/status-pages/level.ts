import type { DaySeconds, ShownCheck } from '../checks/index.ts';
import type { Level } from '../status/index.ts';

/** Without a result for so many intervals, nothing is known of the present. */
const INTERVALS = 3;
/** For so many times of its interval and grace the job of a push check may be silent. */
const CALLS = 2;

/** How well what the check watches works at `now`. What is not known is never operational. */
export function levelOf({ enabled, state, isPush, isSettled, isFlapping, intervalSeconds, graceSeconds, lastAt }: ShownCheck, now: number): Level {
  const silentSeconds = isPush ? CALLS * (intervalSeconds + graceSeconds) : INTERVALS * intervalSeconds;
  if (!enabled || lastAt === null || now - lastAt > silentSeconds * 1000 || state === 'unknown') return 'unknown';
  if (state === 'maintenance') return 'maintenance';
  if (isFlapping) return 'degraded';
  switch (state) {
    case 'up': return 'operational';
    // A first failure is not confirmed; of a check that never worked it says nothing yet.
    case 'suspect': return isSettled ? 'operational' : 'unknown';
    case 'degraded': return 'degraded';
    case 'down': case 'recovering': return 'majorOutage';
  }
}

/** The level of everything together. That all of it works, or nothing does, is claimed only where every part is known. */
export function overallOf(levels: readonly Level[]): Level {
  const known = levels.filter(level => level !== 'unknown');
  const down = known.filter(level => level === 'majorOutage').length;
  if (known.length === 0) return 'unknown';
  if (down > 0) return down === levels.length ? 'majorOutage' : 'partialOutage';
  if (known.includes('degraded')) return 'degraded';
  if (known.includes('maintenance')) return 'maintenance';
  return known.length === levels.length ? 'operational' : 'unknown';
}

/** The level of a day by what is known of it: an outage of the whole of that is major, any other is partial. A day that is unknown for longer than it is known is unknown, unless it had an outage. */
export function levelOfDay(day: Omit<DaySeconds, 'date' | 'uptime'> | undefined): Level {
  if (day === undefined) return 'unknown';
  const { up, degraded, down, unknown, maintenance } = day;
  const known = up + degraded + down;
  if (down > 0) return down === known ? 'majorOutage' : 'partialOutage';
  if (known === 0) return maintenance > unknown ? 'maintenance' : 'unknown';
  if (unknown > known + maintenance) return 'unknown';
  return degraded > 0 ? 'degraded' : 'operational';
}
