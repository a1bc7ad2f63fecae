import { scaleLinear, scaleUtc } from 'd3-scale';
import { area, line } from 'd3-shape';
import { useId } from 'react';
import type { Grade } from '../api/types.ts';
import { language } from '../language/index.ts';
import { texts } from '../texts/charts.ts';
import classes from './charts.module.css';
import { FigureTable, Frame } from './frame.tsx';
import { useRoving } from './roving.ts';

/** One scan of the domain; a score of null says that too little could be judged. */
export interface ScorePoint {
  at: string;
  score: number | null;
  grade: Grade | null;
}

interface ScoreLineProps {
  /** Oldest first. */
  points: readonly ScorePoint[];
  title?: string;
  description?: string;
  heightPx?: number;
  onSelect?: (point: ScorePoint) => void;
}

const MARGIN = { top: 8, right: 8, bottom: 22, left: 30 };

/** The score over time, which holds until the next scan; a gap where it could not be determined. */
export function ScoreLine({ points, title = texts.line.title, description = texts.line.description, heightPx = 168, onSelect }: ScoreLineProps) {
  const { at, pointProps } = useRoving(points.length, onSelect && (index => onSelect(points[index]!)));
  const shown = points[at];
  const say = (point: ScorePoint) => texts.line.point(language.moment(point.at), point.score, point.grade);
  const rows = points.map(({ at, score, grade }) => [language.moment(at), score ?? texts.couldNotTell, grade ?? '']);
  return (
    <Frame title={title} description={description} heightPx={heightPx} readout={shown ? say(shown) : texts.line.empty}
      table={<FigureTable columns={[texts.table.time, texts.table.score, texts.table.grade]} rows={rows} />}>
      {widthPx => <Plot points={points} at={at} widthPx={widthPx} heightPx={heightPx} say={say} pointProps={pointProps} />}
    </Frame>
  );
}

interface PlotProps {
  points: readonly ScorePoint[];
  at: number;
  widthPx: number;
  heightPx: number;
  say: (point: ScorePoint) => string;
  pointProps: ReturnType<typeof useRoving>['pointProps'];
}

function Plot({ points, at, widthPx, heightPx, say, pointProps }: PlotProps) {
  const layout = layoutOf(points, widthPx, heightPx);
  const { y, startOf, reachOf } = layout;
  return (
    <>
      <Ground points={points} layout={layout} widthPx={widthPx} heightPx={heightPx} />
      <g>
        {points.map((point, index) => {
          const [from, to] = reachOf(index);
          return (
            <g key={point.at} className={classes.point} data-at={index === at || undefined} aria-label={say(point)} {...pointProps(index)}>
              <rect className={classes.hit} x={from} width={Math.max(1, to - from)} y={0} height={heightPx - MARGIN.bottom} />
              <line className={classes.cursor} x1={startOf(index)} x2={startOf(index)} y1={y(100)} y2={y(0)} />
              <circle className={point.score === null ? classes.dotUnknown : classes.dot} cx={startOf(index)} cy={y(point.score ?? 0)} r={4} />
            </g>
          );
        })}
      </g>
    </>
  );
}

/** Axes, the line with the ground below it, and a hatch where nothing could be determined. */
function Ground({ points, layout: { right, x, y, startOf, endOf }, widthPx, heightPx }: { points: readonly ScorePoint[]; layout: ReturnType<typeof layoutOf>; widthPx: number; heightPx: number }) {
  const hatch = useId();
  const held = points.flatMap(({ score }, index): Held[] => [[startOf(index), score], [endOf(index), score]]);
  const isKnown = ([, score]: Held) => score !== null;
  const heightOf = ([, score]: Held) => y(score ?? 0);
  const all = points.length > 1 ? x.ticks(Math.max(2, Math.floor(widthPx / 110))) : [];
  // Within a day, one label is enough.
  const ticks = all.filter((tick, at) => at === 0 || language.dayOfMonth(tick) !== language.dayOfMonth(all[at - 1]!));
  return (
    <g aria-hidden="true">
      <defs><pattern id={hatch} width={6} height={6} patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect className={classes.hatch} width={1} height={6} /></pattern></defs>
      {[0, 50, 100].map(score => (
        <g key={score}>
          <line className={classes.grid} x1={MARGIN.left} x2={right} y1={y(score)} y2={y(score)} />
          <text className={classes.axis} x={MARGIN.left - 8} y={y(score)} textAnchor="end" dominantBaseline="central">{score}</text>
        </g>
      ))}
      {ticks.map(tick => <text key={+tick} className={classes.axis} x={x(tick)} y={heightPx - 6} textAnchor={anchorOf(x(tick), widthPx)}>{language.dayOfMonth(tick)}</text>)}
      {points.map(({ at, score }, index) => (score === null
        ? <rect key={at} x={startOf(index)} width={Math.max(2, endOf(index) - startOf(index))} y={y(100)} height={y(0) - y(100)} fill={`url(#${hatch})`} />
        : null))}
      <path className={classes.area} d={area<Held>().defined(isKnown).x(([x]) => x).y0(y(0)).y1(heightOf)(held) ?? ''} />
      <path className={classes.line} d={line<Held>().defined(isKnown).x(([x]) => x).y(heightOf)(held) ?? ''} />
    </g>
  );
}

/** An end of the time for which a score holds: its place, and the score. */
type Held = [x: number, score: number | null];

/** Where each point stands: a score holds from its scan until the next one. */
function layoutOf(points: readonly ScorePoint[], widthPx: number, heightPx: number) {
  const right = widthPx - MARGIN.right;
  const times = points.map(point => new Date(point.at));
  const x = scaleUtc().domain([times[0] ?? new Date(0), times.at(-1) ?? new Date(1)]).range([MARGIN.left, right]);
  const y = scaleLinear().domain([0, 100]).range([heightPx - MARGIN.bottom, MARGIN.top]);
  const startOf = (index: number) => (points.length === 1 ? MARGIN.left : x(times[index]!));
  const endOf = (index: number) => (index + 1 < points.length ? startOf(index + 1) : right);
  /** From half-way to the point before until half-way to the next one. */
  const reachOf = (index: number) => [
    index === 0 ? MARGIN.left : (startOf(index - 1) + startOf(index)) / 2,
    index === points.length - 1 ? right : (startOf(index) + startOf(index + 1)) / 2,
  ] as const;
  return { right, x, y, startOf, endOf, reachOf };
}

function anchorOf(x: number, widthPx: number): 'start' | 'middle' | 'end' {
  if (x < 40) return 'start';
  return x > widthPx - 30 ? 'end' : 'middle';
}
