import { useMemo } from 'react';
import { FigureTable, Frame } from '../../../../charts/frame.tsx';
import { language } from '../../../../language/index.ts';
import classes from '../deep-seo.module.css';
import { texts } from '../texts/deep-seo.ts';
import type { Picture } from '../types.ts';
import { layoutOf } from './picture-layout.ts';

const { links: words } = texts;
const MAX_WIDTH = 3;

/** Links between pages, or between folders of a large site, from left to right by clicks from the start. */
export function LinkPicture({ of }: { of: Picture }) {
  const heightPx = useMemo(() => layoutOf(of, 1000).heightPx, [of]);
  const rows = of.nodes.toSorted((a, b) => b.rank - a.rank).map(({ label, pages, rank, depth }) => [label, language.number(pages), texts.share(rank), depth ?? '–']);
  return (
    <Frame title={of.of === 'pages' ? words.picture : words.folders} description={`${words.pictureSays}${of.hidden > 0 ? ` ${words.hidden(of.hidden)}` : ''}`} heightPx={heightPx} table={<FigureTable columns={words.columns} rows={rows} />}>
      {widthPx => <Drawing of={of} widthPx={widthPx} />}
    </Frame>
  );
}

function Drawing({ of, widthPx }: { of: Picture; widthPx: number }) {
  const { columns, nodes } = layoutOf(of, widthPx);
  const at = new Map(nodes.map(node => [node.id, node]));
  const most = Math.max(1, ...of.edges.map(({ links }) => links));
  return (
    <>
      {of.edges.map(({ from, to, links }) => {
        const [a, b] = [at.get(from)!, at.get(to)!];
        const middle = (a.x + b.x) / 2 + (a.x === b.x ? 30 : 0);
        return <path key={`${from} ${to}`} className={classes.edge} strokeWidth={Math.max(0.5, MAX_WIDTH * links / most)} d={`M${a.x},${a.y}C${middle},${a.y} ${middle},${b.y} ${b.x},${b.y}`} />;
      })}
      {columns.map(({ depth, x }) => <text key={depth ?? 'none'} className={classes.axis} x={x - 6} y={12}>{depth === null ? words.unlinked : depth === 0 ? words.start : words.clicks(depth)}</text>)}
      {nodes.map(({ id, name, label, x, y, radius }) => (
        <g key={id} role="img" aria-label={name}>
          <title>{name}</title>
          <circle className={classes.node} cx={x} cy={y} r={radius} />
          <text className={classes.axis} x={x + radius + 4} y={y + 4}>{label}</text>
        </g>
      ))}
    </>
  );
}
