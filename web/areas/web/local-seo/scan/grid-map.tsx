import { FigureTable, Frame } from '../../../../charts/frame.tsx';
import { useRoving } from '../../../../charts/roving.ts';
import classes from '../local.module.css';
import { texts } from '../texts/local.ts';
import type { Point, ScanDetails } from '../types.ts';
import { directionOf, levelOf, wordOf, type Level } from './level.ts';

interface GridMapProps {
  title: string;
  grid: ScanDetails['grid'];
  points: readonly Point[];
  /** The rank that is shown at a point. */
  rankAt: (point: Point) => number | null;
}

const { scan: words } = texts;
const MARGIN = { top: 24, bottom: 34 };
const MOST_HEIGHT = 420;
const MOST_CELL = 52;
const levels: readonly Level[] = ['first', 'ten', 'twenty', 'notFound', 'unknown'];

/** Ranks on a plain grid, north above; the same as a table. */
export function GridMap({ title, grid, points, rankAt }: GridMapProps) {
  const { at, pointProps } = useRoving(points.length);
  const shown = points[at];
  const say = (point: Point): string => words.point(saysOf(point, rankAt(point)), point.distanceMeters === 0 ? '' : texts.meters(point.distanceMeters), words.directions[directionOf(point.azimuth)]!);
  const rows = points.map(point => [
    words.pointName(point.row + 1, point.col + 1), saysOf(point, rankAt(point)), texts.meters(point.distanceMeters), point.distanceMeters === 0 ? texts.list.none : words.directions[directionOf(point.azimuth)]!, texts.coordinates(point.lat, point.lng),
  ]);
  return (
    <Frame title={title} description={words.gridSays(texts.meters(grid.spacingMeters))} heightPx={heightOf(grid)} readout={shown ? say(shown) : words.empty} legend={<Legend />} table={<FigureTable columns={words.columns} rows={rows} />}>
      {widthPx => <Cells grid={grid} points={points} rankAt={rankAt} widthPx={widthPx} say={say} pointProps={pointProps} />}
    </Frame>
  );
}

type CellsProps = Omit<GridMapProps, 'title'> & { widthPx: number; say: (point: Point) => string; pointProps: ReturnType<typeof useRoving>['pointProps'] };

function Cells({ grid: { size, spacingMeters }, points, rankAt, widthPx, say, pointProps }: CellsProps) {
  const cell = Math.min(MOST_CELL, (MOST_HEIGHT - MARGIN.top - MARGIN.bottom) / size, widthPx / size);
  const left = (widthPx - cell * size) / 2;
  const middle = (size - 1) / 2;
  const below = MARGIN.top + cell * size;
  return (
    <>
      <g aria-hidden="true">
        <text className={classes.axis} x={widthPx / 2} y={16} textAnchor="middle">{words.north}</text>
        <path className={classes.line} d={`M${left + cell / 2} ${below + 8}h${cell}m${-cell} -4v8m${cell} -8v8`} />
        <text className={classes.axis} x={left + cell * 2} y={below + 12}>{texts.meters(spacingMeters)}</text>
      </g>
      <g>
        {points.map((point, index) => {
          const rank = rankAt(point);
          const level = levelOf(point.status, rank);
          const [x, y] = [left + point.col * cell, MARGIN.top + point.row * cell];
          return (
            <g key={point.row * size + point.col} aria-label={say(point)} {...pointProps(index)}>
              <rect className={classes.cell} data-level={level} x={x + 1} y={y + 1} width={Math.max(1, cell - 2)} height={Math.max(1, cell - 2)} rx={3} />
              <text className={classes.word} data-level={level} x={x + cell / 2} y={y + cell / 2} fontSize={Math.min(16, cell * 0.5)} textAnchor="middle" dominantBaseline="central">{wordOf(point.status, rank)}</text>
            </g>
          );
        })}
      </g>
      <rect className={classes.center} x={left + middle * cell} y={MARGIN.top + middle * cell} width={cell} height={cell} aria-hidden="true" />
    </>
  );
}

function heightOf({ size }: ScanDetails['grid']): number {
  return Math.min(MOST_HEIGHT, MARGIN.top + MARGIN.bottom + MOST_CELL * size);
}

function Legend() {
  return (
    <ul className={classes.legend} aria-label={words.legendLabel}>
      {levels.map(level => <li key={level}><svg className={classes.swatch} aria-hidden="true"><rect className={classes.cell} data-level={level} width="14" height="14" rx="3" /></svg>{words.legend[level]}</li>)}
    </ul>
  );
}

function saysOf({ status }: Point, rank: number | null): string {
  if (status === 'unknown' || status === 'waiting') return words.states[status];
  return rank === null ? words.states.notFound : words.rank(rank);
}
