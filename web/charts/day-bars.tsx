import { scaleBand, scaleLinear } from 'd3-scale';
import { line } from 'd3-shape';
import { useId } from 'react';
import { language } from '../language/index.ts';
import classes from './charts.module.css';
import own from './day-bars.module.css';
import { rateOfDay, totalOfDay, type DayCounts, type DayKind } from './day-counts.ts';
import { FigureTable, Frame } from './frame.tsx';
import { useRoving } from './roving.ts';

interface DayBarsProps {
  title: string;
  description: string;
  /** Every day of the time, oldest first. */
  days: readonly DayCounts[];
  /** The kinds that are drawn, from the bottom up, with their words. */
  kinds: readonly (readonly [kind: DayKind, word: string])[];
  /** The head of each column of the table but those of the kinds. */
  columns: { day: string; all: string; rate: string };
  say: (day: DayCounts) => string;
  /** The share as people read it; null without any. */
  percent: (rate: number | null) => string;
  rateLabel: string;
}

const MARGIN = { top: 8, right: 2, bottom: 22, left: 52 };
const RATE_PX = 56;
const GAP_PX = 16;
const HEIGHT_PX = 232;

/** The share that passed as a line, and below it how many there were on each day, by what became of them. */
export function DayBars({ title, description, days, kinds, columns, say, percent, rateLabel }: DayBarsProps) {
  const { at, pointProps } = useRoving(days.length);
  const rows = days.map(day => [language.dayOfMonth(day.day), ...kinds.map(([kind]) => language.number(day.counts[kind] ?? 0)), language.number(totalOfDay(day)), percent(rateOfDay(day))]);
  const legend = (
    <ul className={classes.legend}>{kinds.map(([kind, word]) => <li key={kind}><span className={own.key} data-kind={kind} aria-hidden="true" />{word}</li>)}</ul>
  );
  return (
    <Frame title={title} description={description} heightPx={HEIGHT_PX} readout={days[at] && say(days[at])} legend={legend}
      table={<FigureTable columns={[columns.day, ...kinds.map(([, word]) => word), columns.all, columns.rate]} rows={rows} />}>
      {widthPx => <Plot days={days} kinds={kinds.map(([kind]) => kind)} at={at} widthPx={widthPx} say={say} percent={percent} rateLabel={rateLabel} pointProps={pointProps} />}
    </Frame>
  );
}

interface PlotProps extends Pick<DayBarsProps, 'days' | 'say' | 'percent' | 'rateLabel'> {
  kinds: readonly DayKind[];
  at: number;
  widthPx: number;
  pointProps: ReturnType<typeof useRoving>['pointProps'];
}

function Plot({ days, kinds, at, widthPx, say, percent, rateLabel, pointProps }: PlotProps) {
  const id = useId();
  const bottom = HEIGHT_PX - MARGIN.bottom;
  const x = scaleBand<number>().domain(days.keys()).range([MARGIN.left, widthPx - MARGIN.right]).padding(days.length > 60 ? 0.1 : 0.25);
  const y = scaleLinear().domain([0, Math.max(4, ...days.map(totalOfDay))]).nice(3).range([bottom, MARGIN.top + RATE_PX + GAP_PX]);
  return (
    <>
      <defs>
        <pattern id={`${id}-failed`} width={5} height={5} patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect className={own.failed} width={3} height={5} /></pattern>
        <pattern id={`${id}-quarantined`} width={4} height={4} patternUnits="userSpaceOnUse"><rect className={own.quarantined} width={4} height={2} /></pattern>
      </defs>
      <Ground days={days} x={x} y={y} widthPx={widthPx} percent={percent} rateLabel={rateLabel} />
      <g>
        {days.map((day, index) => {
          let from = 0;
          return (
            <g key={day.day} className={classes.point} data-at={index === at || undefined} aria-label={say(day)} {...pointProps(index)}>
              <rect className={`${classes.hit} ${classes.band}`} x={x(index)! - (x.step() - x.bandwidth()) / 2} width={x.step()} y={0} height={bottom} />
              {kinds.map(kind => {
                const count = day.counts[kind] ?? 0;
                if (count === 0) return null;
                const [low, high] = [from, from += count];
                const fill = kind === 'failed' || kind === 'quarantined' ? { fill: `url(#${id}-${kind})` } : {};
                return <rect key={kind} className={own[`bar-${kind}`]} x={x(index)} width={x.bandwidth()} y={y(high)} height={Math.max(1, y(low) - y(high))} {...fill} />;
              })}
            </g>
          );
        })}
      </g>
      <RateLine days={days} x={x} at={at} />
    </>
  );
}

type Band = ReturnType<typeof scaleBand<number>>;

const rateScale = scaleLinear().domain([0, 1]).range([MARGIN.top + RATE_PX, MARGIN.top]);

interface GroundProps extends Pick<DayBarsProps, 'days' | 'percent' | 'rateLabel'> {
  x: Band;
  y: ReturnType<typeof scaleLinear<number>>;
  widthPx: number;
}

function Ground({ days, x, y, widthPx, percent, rateLabel }: GroundProps) {
  const every = Math.max(1, Math.ceil(days.length / Math.max(2, Math.floor(widthPx / 90))));
  const ticks = [
    ...[0, 1].map(rate => ({ key: `rate ${rate}`, at: rateScale(rate), word: percent(rate) })),
    ...y.ticks(3).map(tick => ({ key: `count ${tick}`, at: y(tick), word: language.compact(tick) })),
  ];
  return (
    <g aria-hidden="true">
      {ticks.map(({ key, at, word }) => (
        <g key={key}>
          <line className={classes.grid} x1={MARGIN.left} x2={widthPx - MARGIN.right} y1={at} y2={at} />
          <text className={classes.axis} x={MARGIN.left - 8} y={at} textAnchor="end" dominantBaseline="central">{word}</text>
        </g>
      ))}
      <text className={classes.axis} x={MARGIN.left - 8} y={(rateScale(0) + rateScale(1)) / 2} textAnchor="end" dominantBaseline="central">{rateLabel}</text>
      {days.map(({ day }, index) => ((days.length - 1 - index) % every === 0
        ? <text key={day} className={classes.axis} x={x(index)! + x.bandwidth() / 2} y={HEIGHT_PX - 6} textAnchor={anchorOf(x(index)!, widthPx)}>{language.dayOfMonth(day)}</text>
        : null))}
    </g>
  );
}

/** The share over the days; a gap where nothing was counted. */
function RateLine({ days, x, at }: { days: readonly DayCounts[]; x: Band; at: number }) {
  const middle = (index: number): number => x(index)! + x.bandwidth() / 2;
  const rates = days.map(rateOfDay);
  const path = line<number | null>().defined(rate => rate !== null).x((_, index) => middle(index)).y(rate => rateScale(rate!));
  return (
    <g className={own.rate} aria-hidden="true">
      <path className={classes.line} d={path(rates) ?? ''} />
      {rates.map((rate, index) => (rate === null ? null : <circle key={days[index]!.day} className={own.dot} data-at={index === at || undefined} cx={middle(index)} cy={rateScale(rate)} r={index === at ? 4 : isAlone(rates, index) ? 2 : 0} />))}
    </g>
  );
}

/** Whether no line leads to the point, so that it would not be seen. */
function isAlone(rates: readonly (number | null)[], index: number): boolean {
  return (rates[index - 1] ?? null) === null && (rates[index + 1] ?? null) === null;
}

function anchorOf(x: number, widthPx: number): 'start' | 'middle' | 'end' {
  if (x < MARGIN.left + 20) return 'start';
  return x > widthPx - 30 ? 'end' : 'middle';
}
