import type { ReactNode } from 'react';
import { language } from '../language/index.ts';
import classes from './charts.module.css';
import { BAR_PX, layFlow, type FlowBand, type FlowNode, type LaidNode } from './flow-layout.ts';
import own from './flow.module.css';
import { Frame } from './frame.tsx';
import { useRoving } from './roving.ts';

interface FlowPictureProps {
  title: string;
  description: string;
  /** By columns from the left; those of the first are what can be chosen. */
  nodes: readonly FlowNode[];
  bands: readonly FlowBand[];
  /** A node of the first column with all that is counted of it. */
  say: (key: string) => string;
  percent: (share: number) => string;
  /** Called with the key of a node of the first column. */
  onSelect: (key: string) => void;
  /** The same figures as tables. */
  table: ReactNode;
}

const LABEL_GAP_PX = 6;
const CHARACTER_PX = 6.6;

/** How much goes from where to where, in columns: bars for what it passes through, bands in between as wide as what flows. */
export function FlowPicture({ title, description, nodes, bands, say, percent, onSelect, table }: FlowPictureProps) {
  const first = nodes.filter(({ column }) => column === 0);
  const { at, pointProps } = useRoving(first.length, index => onSelect(first[index]!.key), 0);
  const chosen = first[at]?.key;
  return (
    <Frame title={title} description={description} heightPx={layFlow(nodes, bands, 0).heightPx} readout={chosen === undefined ? null : say(chosen)} table={table}>
      {widthPx => <Plot nodes={nodes} bands={bands} widthPx={widthPx} chosen={chosen} say={say} percent={percent} pointProps={pointProps} />}
    </Frame>
  );
}

interface PlotProps extends Pick<FlowPictureProps, 'nodes' | 'bands' | 'say' | 'percent'> {
  widthPx: number;
  chosen: string | undefined;
  pointProps: ReturnType<typeof useRoving>['pointProps'];
}

function Plot({ nodes, bands, widthPx, chosen, say, percent, pointProps }: PlotProps) {
  const laid = layFlow(nodes, bands, widthPx);
  const last = Math.max(...nodes.map(({ column }) => column));
  const stepPx = widthPx / Math.max(1, last);
  const total = laid.nodes.reduce((sum, { column, count }) => (column === 0 ? sum + count : sum), 0);
  const first = laid.nodes.filter(({ column }) => column === 0);
  return (
    <>
      <g aria-hidden="true">
        {laid.bands.map(({ from, to, path, widthPx: bandPx, status }) => <path key={`${from} ${to}`} className={own.band} data-status={status} data-at={from === chosen || undefined} d={path} strokeWidth={bandPx} />)}
        {laid.nodes.map(({ key, x, y, heightPx, status }) => <rect key={key} className={own.bar} data-status={status} x={x} y={y - heightPx / 2} width={BAR_PX} height={heightPx} />)}
      </g>
      <g>
        {first.map(({ key, x, y, slotPx }, index) => (
          <g key={key} className={classes.point} data-at={key === chosen || undefined} aria-label={say(key)} {...pointProps(index)} role="link">
            <rect className={`${classes.hit} ${own.hit}`} x={x + 1} y={y - slotPx / 2 + 1} width={Math.max(0, stepPx - 2)} height={slotPx - 2} />
          </g>
        ))}
      </g>
      {/* Next to the links, whose names say more: a name must contain every text inside its element. */}
      <g aria-hidden="true" pointerEvents="none">
        {laid.nodes.map(node => <Label key={node.key} of={node} isLast={node.column === last} share={percent(node.count / Math.max(1, total))} mostPx={stepPx - BAR_PX - 3 * LABEL_GAP_PX} />)}
      </g>
    </>
  );
}

function Label({ of: { x, y, label, count }, isLast, share, mostPx }: { of: LaidNode; isLast: boolean; share: string; mostPx: number }) {
  const most = Math.max(4, Math.floor(mostPx / CHARACTER_PX));
  const at = { x: isLast ? x - LABEL_GAP_PX : x + BAR_PX + LABEL_GAP_PX, textAnchor: isLast ? 'end' as const : 'start' as const };
  return (
    <>
      <text className={own.label} {...at} y={y - 3}>{label.length > most ? `${label.slice(0, most - 1)}…` : label}</text>
      <text className={own.note} {...at} y={y + 11}>{language.compact(count)} · {share}</text>
    </>
  );
}
