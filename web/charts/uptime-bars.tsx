import { texts } from '../texts/charts.ts';
import { language } from '../language/index.ts';
import { useWidth } from './use-width.ts';
import classes from './uptime.module.css';

/** One day: the worst that it had, and its uptime in per cent, null where nothing is known. */
export interface BarDay {
  date: string;
  state: 'up' | 'degraded' | 'down' | 'maintenance' | 'none';
  uptime: number | null;
  downSeconds: number;
}

/** Each state has a height of its own, so that colour is never alone. */
const heights: Readonly<Record<BarDay['state'], number>> = { down: 28, degraded: 22, maintenance: 12, up: 16, none: 4 };
const HEIGHT_PX = 28;

/** A bar for each day, oldest first: the taller, the worse. */
export function UptimeBars({ days, label }: { days: readonly BarDay[]; label: string }) {
  const [box, widthPx] = useWidth();
  const stepPx = widthPx / days.length;
  return (
    <div ref={box} className={classes.bars}>
      <svg width={widthPx} height={HEIGHT_PX} role="img" aria-label={`${label}: ${spoken(days)}`}>
        {days.map(({ date, state, uptime }, at) => (
          <rect key={date} className={classes.bar} data-state={state} x={at * stepPx} y={HEIGHT_PX - heights[state]} width={Math.max(1, stepPx - (stepPx > 4 ? 1.5 : 0.5))} height={heights[state]}>
            <title>{texts.uptime.day(language.dayOfMonth(date), texts.uptime.states[state], uptime === null ? null : language.number(uptime, 2))}</title>
          </rect>
        ))}
      </svg>
    </div>
  );
}

function spoken(days: readonly BarDay[]): string {
  const count = (state: BarDay['state']) => days.filter(day => day.state === state).length;
  return texts.uptime.spoken(days.length, count('down'), count('degraded'), count('none'));
}
