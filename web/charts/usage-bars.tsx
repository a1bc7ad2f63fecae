import { scaleBand, scaleLinear } from 'd3-scale';
import { useId } from 'react';
import { language } from '../language/index.ts';
import { texts } from '../texts/charts.ts';
import classes from './charts.module.css';
import { FigureTable, Frame } from './frame.tsx';
import { useRoving } from './roving.ts';

/** What a key did in one hour; `requests` counts errors and those over the limit too. */
export interface HourOfUse {
  startsAt: string;
  requests: number;
  errors: number;
  limited: number;
}

const MARGIN = { top: 8, right: 2, bottom: 22, left: 38 };
const kinds = ['served', 'errors', 'limited'] as const;

function servedIn({ requests, errors, limited }: HourOfUse): number {
  return Math.max(0, requests - errors - limited);
}

/** The requests of a key by hour: what was served, what was refused as faulty, and what was over the limit. */
export function UsageBars({ hours, heightPx = 160 }: { hours: readonly HourOfUse[]; heightPx?: number }) {
  const { at, pointProps } = useRoving(hours.length);
  const used = hours.some(({ requests }) => requests > 0);
  const say = (hour: HourOfUse) => texts.usage.hour(language.hour(hour.startsAt), servedIn(hour), hour.errors, hour.limited);
  const rows = hours.map(hour => [language.hour(hour.startsAt), servedIn(hour), hour.errors, hour.limited, hour.requests]);
  const columns = [texts.table.hour, ...kinds.map(kind => texts.usage.kinds[kind]), texts.table.total];
  return (
    <Frame title={texts.usage.title} description={texts.usage.description} heightPx={heightPx} readout={used && hours[at] ? say(hours[at]) : texts.usage.empty}
      table={<FigureTable columns={columns} rows={rows} />} legend={<Legend />}>
      {widthPx => <Plot hours={hours} at={at} widthPx={widthPx} heightPx={heightPx} say={say} pointProps={pointProps} />}
    </Frame>
  );
}

function Legend() {
  return <ul className={classes.legend}>{kinds.map(kind => <li key={kind}><span className={classes.key} data-kind={kind} aria-hidden="true" />{texts.usage.kinds[kind]}</li>)}</ul>;
}

interface PlotProps {
  hours: readonly HourOfUse[];
  at: number;
  widthPx: number;
  heightPx: number;
  say: (hour: HourOfUse) => string;
  pointProps: ReturnType<typeof useRoving>['pointProps'];
}

function Plot({ hours, at, widthPx, heightPx, say, pointProps }: PlotProps) {
  const id = useId();
  const x = scaleBand<number>().domain(hours.keys()).range([MARGIN.left, widthPx - MARGIN.right]).padding(0.25);
  const y = scaleLinear().domain([0, Math.max(4, ...hours.map(({ requests }) => requests))]).nice(3).range([heightPx - MARGIN.bottom, MARGIN.top]);
  const every = widthPx < 480 ? 6 : 3;
  return (
    <>
      <defs>
        <pattern id={`${id}-errors`} width={5} height={5} patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect className={classes.barErrors} width={3} height={5} /></pattern>
        <pattern id={`${id}-limited`} width={4} height={4} patternUnits="userSpaceOnUse"><rect className={classes.barLimited} width={4} height={2} /></pattern>
      </defs>
      <g aria-hidden="true">
        {y.ticks(3).map(tick => (
          <g key={tick}>
            <line className={classes.grid} x1={MARGIN.left} x2={widthPx - MARGIN.right} y1={y(tick)} y2={y(tick)} />
            <text className={classes.axis} x={MARGIN.left - 8} y={y(tick)} textAnchor="end" dominantBaseline="central">{language.number(tick)}</text>
          </g>
        ))}
        {hours.map(({ startsAt }, index) => ((hours.length - 1 - index) % every === 0
          ? <text key={startsAt} className={classes.axis} x={x(index)! + x.bandwidth() / 2} y={heightPx - 6} textAnchor={index === hours.length - 1 ? 'end' : 'middle'}>{language.hour(startsAt)}</text>
          : null))}
      </g>
      <g>
        {hours.map((hour, index) => {
          const [served, errors] = [servedIn(hour), servedIn(hour) + hour.errors];
          const part = (from: number, to: number) => ({ x: x(index)!, width: x.bandwidth(), y: y(to), height: Math.max(0, y(from) - y(to)) });
          return (
            <g key={hour.startsAt} className={classes.point} data-at={index === at || undefined} aria-label={say(hour)} {...pointProps(index)}>
              <rect className={`${classes.hit} ${classes.band}`} x={x(index)! - x.step() * 0.125} width={x.step()} y={0} height={heightPx - MARGIN.bottom} />
              <rect className={classes.barServed} {...part(0, served)} />
              {hour.errors > 0 ? <rect className={classes.outlineErrors} fill={`url(#${id}-errors)`} {...part(served, errors)} /> : null}
              {hour.limited > 0 ? <rect className={classes.outlineLimited} fill={`url(#${id}-limited)`} {...part(errors, errors + hour.limited)} /> : null}
            </g>
          );
        })}
      </g>
    </>
  );
}
