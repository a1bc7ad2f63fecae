import { travel, type Point } from './geodesic.ts';

export const gridShapes = ['square', 'circle'] as const;
export type GridShape = (typeof gridShapes)[number];

/** Points around a centre: `size` rows and columns (odd), `spacingMeters` apart. */
export interface Grid {
  center: Point;
  size: number;
  spacingMeters: number;
  shape: GridShape;
}

/** A point of a grid; row 0 is the northernmost, column 0 the westernmost. */
export interface GridPoint extends Point {
  /** In the order of rows, from 0. */
  index: number;
  row: number;
  col: number;
  /** From the centre along the ground, and in which direction, clockwise from north. */
  distanceMeters: number;
  azimuth: number;
}

/**
 * The points of the grid. Each lies where the shortest way from the centre leads that starts in its direction and has its
 * length, so that distances and directions from the centre are true at every latitude and across 180°. A circle leaves out
 * what lies farther from the centre than the middle of an edge.
 */
export function pointsOf({ center, size, spacingMeters, shape }: Grid): GridPoint[] {
  const half = (size - 1) / 2;
  const cells = Array.from({ length: size * size }, (_, at) => ({ row: Math.floor(at / size), col: at % size }));
  return cells.filter(({ row, col }) => shape === 'square' || Math.hypot(row - half, col - half) <= half).map(({ row, col }, index) => {
    const [east, north] = [col - half, half - row];
    const distanceMeters = Math.hypot(east, north) * spacingMeters;
    const azimuth = (Math.atan2(east, north) * 180 / Math.PI + 360) % 360;
    return { index, row, col, distanceMeters, azimuth, ...travel(center, { azimuth, meters: distanceMeters }) };
  });
}
