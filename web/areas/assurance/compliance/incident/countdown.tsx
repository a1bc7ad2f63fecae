import { useNow } from '../../../../parts/ago.tsx';
import classes from '../compliance.module.css';
import { texts } from '../texts/incidents.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** How long is left at `now` until `dueAt`, in words; both in epoch milliseconds. */
export function leftUntil(dueAt: number, now: number): string {
  const left = Math.abs(dueAt - now);
  const [days, hours, minutes] = [Math.floor(left / DAY_MS), Math.floor(left % DAY_MS / HOUR_MS), Math.floor(left % HOUR_MS / MINUTE_MS)];
  return dueAt >= now ? texts.left(days, hours, minutes) : texts.since(days, hours);
}

/** What is left of the time that a duty has, in words and as a bar; both moments as ISO 8601. */
export function Countdown({ from, dueAt }: { from: string; dueAt: string }) {
  const now = useNow();
  const [begin, end] = [Date.parse(from), Date.parse(dueAt)];
  const passed = end <= begin ? 1 : Math.min(1, Math.max(0, (now - begin) / (end - begin)));
  return (
    <div>
      <svg className={classes.bar} viewBox="0 0 100 4" preserveAspectRatio="none" role="img" aria-label={texts.elapsed(Math.floor(passed * 100))}>
        <rect className={classes.ground} width="100" height="4" rx="2" />
        <rect className={passed === 1 ? classes.late : classes.passed} width={passed * 100} height="4" rx="2" />
      </svg>
      <span>{leftUntil(end, now)}</span>
    </div>
  );
}
