import { useNow } from '../../../../parts/ago.tsx';
import classes from '../compliance.module.css';
import { texts } from '../texts/incidents.ts';
import { timeGone } from './time-gone.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** How long is left at `now` until `dueAt`, in words; both in epoch milliseconds. */
export function leftUntil(dueAt: number, now: number): string {
  const left = Math.abs(dueAt - now);
  const [days, hours, minutes] = [Math.floor(left / DAY_MS), Math.floor(left % DAY_MS / HOUR_MS), Math.floor(left % HOUR_MS / MINUTE_MS)];
  return dueAt >= now ? texts.left(days, hours, minutes) : texts.since(days, hours);
}

/** What is left of the time that a duty has, in words, and as a bar while there is any; both moments as ISO 8601. */
export function Countdown({ startsAt, dueAt }: { startsAt: string; dueAt: string }) {
  const now = useNow();
  const gone = timeGone(Date.parse(startsAt), Date.parse(dueAt), now);
  return (
    <div>
      {gone !== null && (
        <svg className={classes.bar} viewBox="0 0 100 4" preserveAspectRatio="none" role="img" aria-label={texts.elapsed(Math.floor(gone * 100))}>
          <rect className={classes.ground} width="100" height="4" rx="2" />
          <rect className={classes.passed} width={gone * 100} height="4" rx="2" />
        </svg>
      )}
      <span>{leftUntil(Date.parse(dueAt), now)}</span>
    </div>
  );
}
