import { scaleLinear } from 'd3-scale';
import { area, line } from 'd3-shape';
import { texts } from '../texts/charts.ts';
import shared from './charts.module.css';
import { FigureTable, Frame } from './frame.tsx';
import type { LatencySlot } from './latency-slots.ts';
import { useRoving } from './roving.ts';
import classes from './uptime.module.css';

const MARGIN = { top: 8, right: 8, bottom: 22, left: 52 };
const HEIGHT_PX = 188;
const FAILED_PX = 6;
const words = texts.latency;

interface LatencyLineProps {
  /** Oldest first. */
  slots: readonly LatencySlot[];
  description: string;
  /** A slot's time in words. */
  timeOf: (at: number) => string;
}

/** The typical latency as a line over the slow tenth, with failures below; gaps where nothing was measured. */
export function LatencyLine({ slots, description, timeOf }: LatencyLineProps) {
  const { at, pointProps } = useRoving(slots.length);
  const say = (slot: LatencySlot) => words.slot(timeOf(slot.at), slot.results, slot.failed, slot.p50Ms, slot.p95Ms);
  const rows = slots.filter(({ results }) => results > 0).map(slot => [timeOf(slot.at), slot.results, slot.failed, slot.p50Ms ?? '–', slot.p95Ms ?? '–']);
  const legend = <ul className={shared.legend}>{(['typical', 'slow', 'failed'] as const).map(kind => <li key={kind}><span className={classes.key} data-kind={kind} aria-hidden="true" />{words.kinds[kind]}</li>)}</ul>;
  return (
    <Frame title={words.title} description={description} heightPx={HEIGHT_PX} readout={slots[at] && say(slots[at])} legend={legend}
      table={<FigureTable columns={[texts.table.time, words.results, words.kinds.failed, words.kinds.typical, words.kinds.slow]} rows={rows} />}>
      {widthPx => <Plot slots={slots} at={at} widthPx={widthPx} say={say} timeOf={timeOf} pointProps={pointProps} />}
    </Frame>
  );
}

interface PlotProps extends Pick<LatencyLineProps, 'slots' | 'timeOf'> {
  at: number;
  widthPx: number;
  say: (slot: LatencySlot) => string;
  pointProps: ReturnType<typeof useRoving>['pointProps'];
}

function Plot({ slots, at, widthPx, say, timeOf, pointProps }: PlotProps) {
  const stepPx = (widthPx - MARGIN.left - MARGIN.right) / slots.length;
  const bottom = HEIGHT_PX - MARGIN.bottom;
  const x = (index: number) => MARGIN.left + (index + 0.5) * stepPx;
  return (
    <>
      <Ground slots={slots} widthPx={widthPx} x={x} stepPx={stepPx} timeOf={timeOf} />
      <g>
        {slots.map((slot, index) => (
          <g key={slot.at} className={shared.point} data-at={index === at || undefined} aria-label={say(slot)} {...pointProps(index)}>
            <rect className={shared.hit} x={x(index) - stepPx / 2} width={Math.max(1, stepPx)} y={0} height={bottom} />
            <line className={shared.cursor} x1={x(index)} x2={x(index)} y1={MARGIN.top} y2={bottom} />
          </g>
        ))}
      </g>
    </>
  );
}

/** Axes, the two latencies, and marks where something failed. */
function Ground({ slots, widthPx, x, stepPx, timeOf }: Pick<PlotProps, 'slots' | 'widthPx' | 'timeOf'> & { x: (index: number) => number; stepPx: number }) {
  const bottom = HEIGHT_PX - MARGIN.bottom;
  const y = scaleLinear().domain([0, Math.max(10, ...slots.map(({ p50Ms, p95Ms }) => Math.max(p50Ms ?? 0, p95Ms ?? 0)))]).nice(3).range([bottom, MARGIN.top]);
  const isKnown = ({ p50Ms }: LatencySlot) => p50Ms !== null;
  const ends = [0, Math.floor(slots.length / 2), slots.length - 1];
  return (
    <g aria-hidden="true">
      {y.ticks(3).map(ms => (
        <g key={ms}>
          <line className={shared.grid} x1={MARGIN.left} x2={widthPx - MARGIN.right} y1={y(ms)} y2={y(ms)} />
          <text className={shared.axis} x={MARGIN.left - 8} y={y(ms)} textAnchor="end" dominantBaseline="central">{words.ms(ms)}</text>
        </g>
      ))}
      {ends.map((index, position) => <text key={index} className={shared.axis} x={x(index)} y={HEIGHT_PX - 6} textAnchor={(['start', 'middle', 'end'] as const)[position]}>{timeOf(slots[index]!.at)}</text>)}
      <path className={classes.slow} d={area<LatencySlot>().defined(isKnown).x((_, index) => x(index)).y0(y(0)).y1(({ p50Ms, p95Ms }) => y(p95Ms ?? p50Ms ?? 0))([...slots]) ?? ''} />
      <path className={classes.typical} d={line<LatencySlot>().defined(isKnown).x((_, index) => x(index)).y(({ p50Ms }) => y(p50Ms ?? 0))([...slots]) ?? ''} />
      {slots.map(({ at, p50Ms }, index) => (isKnown(slots[index]!) && slots[index - 1]?.p50Ms == null && slots[index + 1]?.p50Ms == null
        ? <circle key={at} className={classes.lone} cx={x(index)} cy={y(p50Ms ?? 0)} r={2.5} /> : null))}
      {slots.map(({ at, failed }, index) => (failed > 0 ? <rect key={at} className={classes.failed} x={x(index) - stepPx / 2} width={Math.max(2, stepPx - 1)} y={bottom - FAILED_PX} height={FAILED_PX} /> : null))}
    </g>
  );
}
