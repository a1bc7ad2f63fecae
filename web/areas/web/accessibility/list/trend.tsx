import { scaleBand, scaleLinear } from 'd3-scale';
import { useId } from 'react';
import charts from '../../../../charts/charts.module.css';
import { FigureTable, Frame } from '../../../../charts/frame.tsx';
import { useRoving } from '../../../../charts/roving.ts';
import { language } from '../../../../language/index.ts';
import { texts } from '../texts/audit.ts';
import type { AuditLine } from '../types.ts';

const { trend: words } = texts;
const HEIGHT_PX = 160;
const MAX_BAR_PX = 48;
const MARGIN = { top: 8, right: 2, bottom: 22, left: 38 };
/** How each kind of fault is drawn, from the bottom up. */
const kinds = [['errors', 'urgent'], ['served', 'others']] as const;

/** The faults of each audit of one kind, the oldest first, with those that are critical or serious. */
export default function Trend({ audits }: { audits: readonly AuditLine[] }) {
  const { at, pointProps } = useRoving(audits.length);
  const rows = audits.map(audit => [language.moment(audit.startedAt), ...Object.values(countsOf(audit)).map(count => language.number(count)), language.number(audit.size.pages)]);
  const legend = <ul className={charts.legend}>{kinds.map(([kind, fault]) => <li key={kind}><span className={charts.key} data-kind={kind} aria-hidden="true" />{words.kinds[fault]}</li>)}</ul>;
  return (
    <Frame title={words.title} description={words.says} heightPx={HEIGHT_PX} readout={audits[at] && say(audits[at])} legend={legend}
      table={<FigureTable columns={[words.columns.audit, words.kinds.urgent, words.kinds.others, words.columns.pages]} rows={rows} />}>
      {widthPx => <Plot audits={audits} at={at} widthPx={widthPx} pointProps={pointProps} />}
    </Frame>
  );
}

function countsOf({ size: { causes, urgentCauses } }: AuditLine): { urgent: number; others: number } {
  return { urgent: urgentCauses, others: causes - urgentCauses };
}

function say(audit: AuditLine): string {
  const { urgent, others } = countsOf(audit);
  return words.audit(language.moment(audit.startedAt), urgent, others, audit.size.pages);
}

function Plot({ audits, at, widthPx, pointProps }: { audits: readonly AuditLine[]; at: number; widthPx: number; pointProps: ReturnType<typeof useRoving>['pointProps'] }) {
  const id = useId();
  const bottom = HEIGHT_PX - MARGIN.bottom;
  const x = scaleBand<number>().domain(audits.keys()).range([MARGIN.left, widthPx - MARGIN.right]).padding(0.4);
  const y = scaleLinear().domain([0, Math.max(4, ...audits.map(({ size }) => size.causes))]).nice(3).range([bottom, MARGIN.top]);
  const barPx = Math.min(MAX_BAR_PX, x.bandwidth());
  const every = Math.ceil(audits.length / Math.max(2, Math.floor(widthPx / 90)));
  return (
    <>
      <defs><pattern id={id} width={5} height={5} patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect className={charts.barErrors} width={3} height={5} /></pattern></defs>
      <g aria-hidden="true">
        {y.ticks(3).map(tick => (
          <g key={tick}>
            <line className={charts.grid} x1={MARGIN.left} x2={widthPx - MARGIN.right} y1={y(tick)} y2={y(tick)} />
            <text className={charts.axis} x={MARGIN.left - 8} y={y(tick)} textAnchor="end" dominantBaseline="central">{language.number(tick)}</text>
          </g>
        ))}
        {audits.map(({ id: audit, startedAt }, index) => ((audits.length - 1 - index) % every === 0
          ? <text key={audit} className={charts.axis} x={x(index)! + x.bandwidth() / 2} y={HEIGHT_PX - 6} textAnchor="middle">{language.dayOfMonth(startedAt)}</text>
          : null))}
      </g>
      <g>
        {audits.map((audit, index) => {
          const { urgent, others } = countsOf(audit);
          const part = (from: number, to: number) => ({ x: x(index)! + (x.bandwidth() - barPx) / 2, width: barPx, y: y(to), height: Math.max(0, y(from) - y(to)) });
          return (
            <g key={audit.id} className={charts.point} data-at={index === at || undefined} aria-label={say(audit)} {...pointProps(index)}>
              <rect className={`${charts.hit} ${charts.band}`} x={x(index)! - (x.step() - x.bandwidth()) / 2} width={x.step()} y={0} height={bottom} />
              {urgent > 0 && <rect className={charts.outlineErrors} fill={`url(#${id})`} {...part(0, urgent)} />}
              <rect className={charts.barServed} {...part(urgent, urgent + others)} />
            </g>
          );
        })}
      </g>
    </>
  );
}
