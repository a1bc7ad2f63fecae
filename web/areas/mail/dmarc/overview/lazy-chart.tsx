import { lazy, Suspense, type ComponentProps } from 'react';
import classes from './dmarc.module.css';

const DayBars = lazy(async () => ({ default: (await import('../../../../charts/day-bars.tsx')).DayBars }));

/** The chart of days, fetched when it is shown; its room is kept until then. */
export function LazyChart(props: ComponentProps<typeof DayBars>) {
  return <Suspense fallback={<div className={classes.chart} />}><DayBars {...props} /></Suspense>;
}
