import type { GridShape } from '../geo/grid.ts';

/** A grid that people commonly start with. */
export interface GridPreset {
  id: string;
  name: string;
  gridSize: number;
  spacingMeters: number;
  shape: GridShape;
}

export const gridPresets: readonly GridPreset[] = [
  { id: 'street', name: 'Streets around a shop', gridSize: 5, spacingMeters: 250, shape: 'square' },
  { id: 'district', name: 'A district of a city', gridSize: 7, spacingMeters: 500, shape: 'square' },
  { id: 'city', name: 'A city', gridSize: 9, spacingMeters: 1500, shape: 'circle' },
  { id: 'region', name: 'A city and its surroundings', gridSize: 13, spacingMeters: 4000, shape: 'circle' },
  { id: 'fine', name: 'A city street by street', gridSize: 21, spacingMeters: 500, shape: 'square' },
];

/** What the area measures, besides the metrics of grids. */
export const localChecks = [
  { id: 'geogrid', name: 'Rank grid', says: 'Where a business ranks for a keyword at each point of a grid, and who ranks before it.', operation: 'POST /api/local-seo/geogrid/scan' },
  { id: 'ranks', name: 'Web ranks', says: 'Where a domain ranks among web results for keywords, with its best and previous rank.', operation: 'POST /api/local-seo/ranks/check' },
] as const;
