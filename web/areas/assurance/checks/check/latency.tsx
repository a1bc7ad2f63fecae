import { Button } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useWholeList } from '../../../../api/queries.ts';
import { useAddressChange } from '../../../../api/use-address.ts';
import type { DataOf } from '../../../../api/client.ts';
import { LatencyLine } from '../../../../charts/latency-line.tsx';
import { slotsOf, type LatencyBucket } from '../../../../charts/latency-slots.ts';
import { language } from '../../../../language/index.ts';
import { Loaded } from '../../../../parts/loaded.tsx';
import classes from '../checks.module.css';
import { texts } from '../texts/checks.ts';

const route = getRouteApi('/own/status/checks/$id');
const [MINUTE_MS, HOUR_MS, DAY_MS] = [60_000, 3_600_000, 86_400_000];
const ROWS_A_PAGE = 200;
const { check: words } = texts;

/** What is asked for each period, and the grid that it is drawn in. */
const spans = {
  day: { resolution: 'minute', stepMs: 15 * MINUTE_MS, count: 96, timeOf: (at: number) => language.hour(at) },
  week: { resolution: 'hour', stepMs: HOUR_MS, count: 168, timeOf: (at: number) => language.moment(at) },
  quarter: { resolution: 'day', stepMs: DAY_MS, count: 90, timeOf: (at: number) => language.dayOfMonth(at) },
} as const;
type Span = keyof typeof spans;

/** How long replies took over a day, a week or 90 days. */
export function Latency({ id }: { id: string }) {
  const { period = 'day' } = route.useSearch();
  const change = useAddressChange();
  const span: Span = period in spans ? period as Span : 'day';
  const { resolution, stepMs, count, timeOf } = spans[span];
  const from = new Date((Math.floor(Date.now() / stepMs) - count + 1) * stepMs).toISOString();
  const query = useWholeList('GET /api/status/custom-checks/{id}/results', { id, resolution, from, limit: ROWS_A_PAGE });
  return (
    <section className={classes.section} aria-label={words.latency}>
      <div className={classes.spans} role="group" aria-label={words.spansLabel}>
        {(Object.keys(spans) as Span[]).map(one => (
          <Button key={one} size="xs" variant={one === span ? 'filled' : 'default'} aria-pressed={one === span} onClick={() => change({ period: one === 'day' ? undefined : one })}>{words.spans[one]}</Button>
        ))}
      </div>
      <Loaded of={query} what={words.latencyWhat}>
        {({ pages }) => <LatencyLine slots={slotsOf(bucketsIn(pages), { now: Date.now(), stepMs, count })} description={words.latencySays[span]} timeOf={timeOf} />}
      </Loaded>
    </section>
  );
}

function bucketsIn(pages: readonly DataOf<'GET /api/status/custom-checks/{id}/results'>[]): LatencyBucket[] {
  return pages.flatMap(({ data }) => data).filter(one => one.resolution !== 'raw');
}
