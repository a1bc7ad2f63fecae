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
  { id: 'ranks', name: 'Web ranks', says: 'Where a domain ranks among web results for keywords, with its best and previous rank, and whether answers of an AI cite it.', operation: 'POST /api/local-seo/ranks/check' },
  { id: 'listings', name: 'Listings', says: 'Whether name, address and telephone number are the same on the website, in its structured data, in Google Business Profile and on the pages of directories, and whether the LocalBusiness markup is complete.', operation: 'POST /api/local-seo/businesses/{id}/listings' },
  { id: 'reputation', name: 'Reputation', says: 'Rating and number of reviews over time, of the business and of those that rank around it, as rank grids and Google Business Profile see them.', operation: 'GET /api/local-seo/businesses/{id}/reputation' },
] as const;
