import type { z } from 'zod';
import { definitions } from '../metrics/definitions.ts';
import type { SearchProvider } from '../../../../core/outside/local-search.ts';
import { connectors } from '../providers/index.ts';
import { resultOf } from './result.ts';
import { estimate, labelOf, type ScanSettings } from './settings.ts';
import type { ScanDetails, ScanRecord } from './shapes.ts';
import type { KeywordSummary, ListedScan, PointRow } from './store.ts';

const MAX_COMPETITORS = 50;

export function providerLabel(id: SearchProvider): z.output<typeof ScanRecord>['provider'] {
  return { id, ...labelOf(connectors[id]) };
}

/** A scan that ended is what it ended as; another is as its run is. */
export function presentScan(row: ListedScan): z.output<typeof ScanRecord> {
  const { provider, keywords, grid, language, country, refine = false, open, startsAt = row.created_at } = JSON.parse(row.settings) as ScanSettings;
  return {
    id: row.id, businessId: row.business_id, businessName: row.business_name, provider: providerLabel(provider), keywords: [...keywords], grid, language, country, refine, during: open === undefined ? 'unknown' : open ? 'openingHours' : 'closedHours',
    points: row.points, costEstimate: estimate({ provider, keywords, grid }), status: (row.state ?? row.run_status ?? 'cancelled') as never, cause: row.cause,
    createdAt: new Date(row.created_at).toISOString(), startsAt: new Date(startsAt).toISOString(), finishedAt: row.finished_at === null ? null : new Date(row.finished_at).toISOString(),
    summary: row.summary === null ? null : (JSON.parse(row.summary) as KeywordSummary[]),
  };
}

/** The scan with everything of one keyword. */
export function presentDetails(row: ListedScan, keyword: string, rows: readonly PointRow[]): z.output<typeof ScanDetails> {
  const { points, metrics, competitors, names } = resultOf(JSON.parse(row.settings) as ScanSettings, rows);
  return {
    ...presentScan(row), keyword, metrics,
    competitors: competitors.slice(0, MAX_COMPETITORS).map(({ placeId, metrics: theirs }) => ({ placeId, name: names.get(placeId) ?? null, metrics: theirs })),
    results: points.map(({ row: fromNorth, col, lat, lng, distanceMeters, azimuth, status, rank, inferred, cause, listings }) => ({
      row: fromNorth, col, lat, lng, distanceMeters, azimuth, status, rank, inferred, cause, listings: listings.map(([placeId, name]) => ({ placeId, name })),
    })),
    definitions,
  };
}
