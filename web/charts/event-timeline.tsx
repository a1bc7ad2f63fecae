import { scaleBand } from 'd3-scale';
import { symbol, symbolCircle, symbolDiamond, symbolSquare, symbolTriangle, type SymbolType } from 'd3-shape';
import type { Severity } from '../api/types.ts';
import { language } from '../language/index.ts';
import { texts } from '../texts/charts.ts';
import classes from './charts.module.css';
import { FigureTable, Frame } from './frame.tsx';
import { useRoving } from './roving.ts';
import { daysOf, marksOf, occurring, severities, type CountedDay } from './timeline-days.ts';

interface EventTimelineProps {
  /** Counted by the service; days without events may be left out. */
  counted: readonly CountedDay[];
  /** First and last day that are shown, as ISO dates. */
  from: string;
  to: string;
  /** Called with the ISO date of a day. */
  onSelect?: (day: string) => void;
}

const ROW_PX = 12;
const ROWS = 6;
const HEIGHT_PX = ROWS * ROW_PX + 34;
const shapes: Readonly<Record<Severity, SymbolType>> = { critical: symbolSquare, high: symbolTriangle, medium: symbolDiamond, low: symbolCircle, info: symbolCircle };

function markOf(severity: Severity): string {
  return symbol(shapes[severity], severity === 'medium' || severity === 'high' ? 44 : 54)()!;
}

/** The events of each day as marks on top of each other, the gravest at the foot. */
export function EventTimeline({ counted, from, to, onSelect }: EventTimelineProps) {
  const days = daysOf(counted, from, to);
  const { at, pointProps } = useRoving(days.length, onSelect && (index => onSelect(days[index]!.day)));
  const say = (day: CountedDay) => texts.timeline.day(language.day(day.day), occurring(day));
  const rows = days.filter(day => occurring(day).length > 0).map(day => [language.day(day.day), ...severities.map(severity => day[severity])]);
  const columns = [texts.table.day, ...severities.map(severity => texts.timeline.severities[severity])];
  return (
    <Frame title={texts.timeline.title} description={texts.timeline.description} heightPx={HEIGHT_PX} readout={days[at] ? say(days[at]) : null}
      table={<FigureTable columns={columns} rows={rows} />} legend={<Legend />}>
      {widthPx => <Plot days={days} at={at} widthPx={widthPx} say={say} pointProps={pointProps} />}
    </Frame>
  );
}

function Legend() {
  return (
    <ul className={classes.legend}>{severities.map(severity => (
      <li key={severity}>
        <svg width={12} height={12} aria-hidden="true"><path className={classes.mark} data-severity={severity} transform="translate(6 6)" d={markOf(severity)} /></svg>
        {texts.timeline.severities[severity]}
      </li>
    ))}</ul>
  );
}

interface PlotProps {
  days: readonly CountedDay[];
  at: number;
  widthPx: number;
  say: (day: CountedDay) => string;
  pointProps: ReturnType<typeof useRoving>['pointProps'];
}

function Plot({ days, at, widthPx, say, pointProps }: PlotProps) {
  const x = scaleBand<number>().domain(days.keys()).range([0, widthPx]);
  const centreOf = (index: number) => x(index)! + x.bandwidth() / 2;
  const foot = HEIGHT_PX - 24;
  const every = Math.max(1, Math.ceil(days.length / Math.floor(widthPx / 76)));
  return (
    <>
      <g aria-hidden="true">
        <line className={classes.grid} x1={0} x2={widthPx} y1={foot + 2} y2={foot + 2} />
        {days.map(({ day }, index) => ((days.length - 1 - index) % every === 0
          ? <text key={day} className={classes.axis} x={index === days.length - 1 ? widthPx : centreOf(index)} y={HEIGHT_PX - 6} textAnchor={index === days.length - 1 ? 'end' : index === 0 ? 'start' : 'middle'}>{language.dayOfMonth(day)}</text>
          : null))}
      </g>
      <g>
        {days.map((day, index) => (
          <g key={day.day} className={classes.point} data-at={index === at || undefined} aria-label={say(day)} {...pointProps(index)}>
            <rect className={`${classes.hit} ${classes.band}`} x={x(index)} width={x.bandwidth()} y={0} height={foot} />
            {marksOf(day, ROWS).marks.map((severity, row) => <path key={row} className={classes.mark} data-severity={severity} transform={`translate(${centreOf(index)} ${foot - 6 - row * ROW_PX})`} d={markOf(severity)} />)}
          </g>
        ))}
      </g>
      {/* Beside the days, whose names give the full counts: a name must contain every text inside its element. */}
      <g aria-hidden="true" pointerEvents="none">
        {days.map((day, index) => {
          const { more } = marksOf(day, ROWS);
          return more > 0 ? <text key={day.day} className={classes.axis} x={centreOf(index)} y={foot - ROW_PX * (ROWS - 1) - 4} textAnchor="middle">{texts.timeline.more(more)}</text> : null;
        })}
      </g>
    </>
  );
}
