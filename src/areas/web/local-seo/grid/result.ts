import { pointsOf, type GridPoint } from '../geo/grid.ts';
import { competitorsOf, idsIn, type AnsweredPoint, type Competitor } from '../metrics/competitors.ts';
import { metricsOf, type Metrics, type RankAt } from '../metrics/metrics.ts';
import type { ScanSettings } from './settings.ts';
import { refinementOf, sharedAnswer } from './refine.ts';
import type { KeywordSummary, ListingFacts, PointRow } from './store.ts';

/** What is known of a point: `waiting` was not asked for, yet or at all. */
export const pointStatuses = ['found', 'notFound', 'unknown', 'waiting'] as const;
export type PointStatus = (typeof pointStatuses)[number];

/** A point of a grid for one keyword. */
export interface PointResult extends GridPoint {
  status: PointStatus;
  rank: number | null;
  cause: string | null;
  /** It was not asked: all points around it have this answer. */
  inferred: boolean;
  /** In order; empty where nothing is known. */
  listings: readonly ListingFacts[];
}

/** A grid for one keyword, as far as it was asked for. */
export interface KeywordResult {
  points: PointResult[];
  metrics: Metrics;
  competitors: Competitor[];
  /** Names of listings, where the terms of the provider let them be kept. */
  names: ReadonlyMap<string, string>;
}

const MAX_COMPETITORS = 1000;

type Asked = Pick<ScanSettings, 'grid' | 'refine'>;

/** The result of one keyword out of the rows of its points. */
export function resultOf(settings: Asked, rows: readonly PointRow[]): KeywordResult {
  const points = pointResults(settings, rows);
  return {
    points,
    metrics: metricsIn(settings, points),
    competitors: competitorsOf(answeredIn(points), settings.grid.size, ownIn(rows), MAX_COMPETITORS),
    names: new Map(points.flatMap(({ listings }) => listings.flatMap(([id, name]) => (name === null ? [] : [[id, name] as const])))),
  };
}

/** What the scan says of a keyword, out of the rows of its points. */
export function summaryOf(settings: Asked, keyword: string, rows: readonly PointRow[]): KeywordSummary {
  const points = pointResults(settings, rows);
  return { keyword, metrics: metricsIn(settings, points), competitors: Math.min(MAX_COMPETITORS, idsIn(answeredIn(points), ownIn(rows)).size) };
}

function pointResults({ grid, refine = false }: Asked, rows: readonly PointRow[]): PointResult[] {
  const byPoint = new Map(rows.map(row => [row.point, row]));
  const between = refine ? refinementOf(grid).between : null;
  return pointsOf(grid).map((point): PointResult => {
    const shared = byPoint.has(point.index) ? null : sharedAnswer(between?.get(point.index) ?? null, byPoint);
    return { ...point, ...said(shared ?? byPoint.get(point.index)), inferred: shared !== null };
  });
}

const isKnown = ({ status }: PointResult): boolean => status === 'found' || status === 'notFound';

function metricsIn({ grid: { size } }: Asked, points: readonly PointResult[]): Metrics {
  return metricsOf(points.map(point => ({ row: point.row, col: point.col, distanceMeters: point.distanceMeters, rank: isKnown(point) ? point.rank : undefined as RankAt })), size);
}

function answeredIn(points: readonly PointResult[]): AnsweredPoint[] {
  return points.map(point => ({ row: point.row, col: point.col, distanceMeters: point.distanceMeters, listings: isKnown(point) ? point.listings.map(([id]) => id) : null }));
}

/** What the provider calls the business. */
function ownIn(rows: readonly PointRow[]): string | null {
  return rows.find(({ own_id: id }) => id !== null)?.own_id ?? null;
}

function said(row: PointRow | undefined): Pick<PointResult, 'status' | 'rank' | 'cause' | 'listings'> {
  if (row === undefined || row.state === 'asked') return { status: 'waiting', rank: null, cause: null, listings: [] };
  if (row.state !== 'answered') return { status: 'unknown', rank: null, cause: row.cause, listings: [] };
  return { status: row.rank === null ? 'notFound' : 'found', rank: row.rank, cause: null, listings: JSON.parse(row.listings ?? '[]') as ListingFacts[] };
}
