import { scaleBand, scaleLinear } from 'd3-scale';
import { FigureTable, Frame } from '../../../../charts/frame.tsx';
import { language } from '../../../../language/index.ts';
import classes from '../site-audit.module.css';
import { texts } from '../texts/audit.ts';

const { figures: words } = texts;
const HEIGHT_PX = 150;
const MARGIN = { top: 18, bottom: 22 };
const MAX_BARS = 16;

/** Pages by clicks from the start page; those to which no link leads stand last. */
export function DepthBars({ depths }: { depths: Readonly<Record<string, number>> }) {
  const linked = Object.entries(depths).filter(([depth]) => depth !== 'none').map(([depth, count]) => ({ depth: Number(depth), label: depth, count })).toSorted((a, b) => a.depth - b.depth);
  const bars = [...linked.slice(0, MAX_BARS), ...(depths['none'] === undefined ? [] : [{ depth: Infinity, label: '–', count: depths['none'] }])];
  const rows = [...linked.map(({ label, count }) => [label, language.number(count)]), ...(depths['none'] === undefined ? [] : [[words.unlinked, language.number(depths['none'])]])];
  return (
    <Frame title={words.depths} description={words.depthSays} heightPx={HEIGHT_PX} table={<FigureTable columns={[words.depth, words.count]} rows={rows} />}>
      {widthPx => {
        const x = scaleBand().domain(bars.map(({ label }) => label)).range([0, Math.min(widthPx, bars.length * 72)]).padding(0.25);
        const y = scaleLinear().domain([0, Math.max(1, ...bars.map(({ count }) => count))]).range([HEIGHT_PX - MARGIN.bottom, MARGIN.top]);
        return bars.map(({ label, count }) => (
          <g key={label} role="img" aria-label={`${label === '–' ? words.unlinked : label}: ${language.number(count)}`}>
            <rect className={classes.depth} x={x(label)} y={y(count)} width={x.bandwidth()} height={y(0) - y(count)} rx={2} />
            <text className={classes.axis} x={x(label)! + x.bandwidth() / 2} y={y(count) - 5} textAnchor="middle">{language.number(count)}</text>
            <text className={classes.axis} x={x(label)! + x.bandwidth() / 2} y={HEIGHT_PX - 6} textAnchor="middle">{label}</text>
          </g>
        ));
      }}
    </Frame>
  );
}
