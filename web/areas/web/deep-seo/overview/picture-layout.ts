import { scalePoint, scaleSqrt } from 'd3-scale';
import type { Picture } from '../types.ts';

const LINE_PX = 18;
const TOP_PX = 26;
const [MIN_RADIUS, MAX_RADIUS] = [2.5, 8];
const CHARACTER_PX = 6.2;

/** A node in the picture, with as much of its name as fits next to it. */
export interface Drawn {
  id: number;
  name: string;
  label: string;
  x: number;
  y: number;
  radius: number;
}

export interface Layout {
  heightPx: number;
  /** What stands above each column: clicks from the start; null where no path leads. */
  columns: readonly { depth: number | null; x: number }[];
  nodes: readonly Drawn[];
}

/** Nodes in columns by their clicks from the start, those with the highest rank on top; one line each, so that no names overlap. */
export function layoutOf({ nodes }: Pick<Picture, 'nodes'>, widthPx: number): Layout {
  const byDepth = Map.groupBy(nodes, ({ depth }) => depth);
  const depths = [...byDepth.keys()].toSorted((a, b) => (a ?? Infinity) - (b ?? Infinity));
  const step = widthPx / Math.max(1, depths.length);
  const x = scalePoint<number>().domain(depths.keys()).range([MAX_RADIUS, Math.max(MAX_RADIUS, widthPx - step + MAX_RADIUS)]);
  const radius = scaleSqrt().domain([0, Math.max(1e-9, ...nodes.map(({ rank }) => rank))]).range([MIN_RADIUS, MAX_RADIUS]);
  const fits = Math.max(0, Math.floor((step - 3 * MAX_RADIUS) / CHARACTER_PX));
  return {
    heightPx: TOP_PX + LINE_PX * Math.max(1, ...[...byDepth.values()].map(({ length }) => length)),
    columns: depths.map((depth, at) => ({ depth, x: x(at)! })),
    nodes: depths.flatMap((depth, at) => byDepth.get(depth)!.toSorted((a, b) => b.rank - a.rank || a.id - b.id).map(({ id, label, rank }, line) => ({
      id, name: label, label: label.length <= fits ? label : `${label.slice(0, Math.max(0, fits - 1))}…`, x: x(at)!, y: TOP_PX + LINE_PX * (line + 0.5), radius: radius(rank),
    }))),
  };
}
