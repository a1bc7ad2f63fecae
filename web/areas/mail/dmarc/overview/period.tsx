import { texts } from '../texts/reports.ts';
import classes from './dmarc.module.css';

const DAY_MS = 86_400_000;
const YEAR = 365;
const choices = [7, 30, 90, YEAR];
const USUAL = 30;

/** The first day of the time that the address has, an ISO date in UTC; 30 days with today where it has none. */
export function firstDayOf(days: string | undefined): string {
  return new Date(Date.now() - (daysOf(days) - 1) * DAY_MS).toISOString().slice(0, 10);
}

function daysOf(days: string | undefined): number {
  return choices.find(choice => String(choice) === days) ?? USUAL;
}

/** How much time the page tells of. */
export function PeriodChoice({ days, onChange }: { days: string | undefined; onChange: (days: string | undefined) => void }) {
  const chosen = daysOf(days);
  return (
    <div className={classes.choices} role="group" aria-label={texts.period.label}>
      {choices.map(choice => (
        <button key={choice} type="button" className={classes.choice} aria-pressed={choice === chosen} onClick={() => onChange(choice === USUAL ? undefined : String(choice))}>
          {choice === YEAR ? texts.period.year : texts.period.days(choice)}
        </button>
      ))}
    </div>
  );
}
