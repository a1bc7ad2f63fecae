import type { DataOf, ReadRoute } from '../../../api/client.ts';
import type { Status } from '../../../parts/status-badge.tsx';

export type Business = DataOf<'GET /api/local-seo/businesses'>['data'][number];
export type Catalog = DataOf<'GET /api/local-seo/catalog'>['data'];
export type Scan = DataOf<'GET /api/local-seo/scans'>['data'][number];
export type ScanDetails = DataOf<'GET /api/local-seo/scans/{id}'>['data'];
export type Point = ScanDetails['results'][number];
export type PointStatus = Point['status'];
export type Tracked = DataOf<'GET /api/local-seo/keywords'>['data'][number];
export type AiState = NonNullable<NonNullable<Tracked['latest']>['aiAnswer']>['state'];
export type Listings = NonNullable<DataOf<'GET /api/local-seo/businesses/{id}/listings'>['data']>;
export type Reputation = DataOf<'GET /api/local-seo/businesses/{id}/reputation'>['data'];
export type GridProvider = 'google' | 'serpApi' | 'dataForSeo' | 'nominatim' | 'photon' | 'overpass';
export type RankKind = Scan['provider']['rankKind'];

/** What a scan, and what a business makes stale. */
export const scanRoutes: readonly ReadRoute[] = ['GET /api/local-seo/scans', 'GET /api/local-seo/scans/{id}', 'GET /api/local-seo/trends'];
export const keywordRoutes: readonly ReadRoute[] = ['GET /api/local-seo/keywords'];
export const listingRoutes: readonly ReadRoute[] = ['GET /api/local-seo/businesses/{id}/listings', 'GET /api/local-seo/businesses/{id}/reputation'];
export const catalogRoutes: readonly ReadRoute[] = ['GET /api/local-seo/catalog'];
export const businessRoutes: readonly ReadRoute[] = ['GET /api/local-seo/businesses', 'GET /api/local-seo/businesses/{id}'];

export const statusOfScan: Readonly<Record<Scan['status'], Status>> = { queued: 'info', running: 'info', paused: 'info', completed: 'pass', partial: 'warn', failed: 'fail', cancelled: 'off' };

/** Whether a scan goes on. */
export function isUnderWay({ status }: Pick<Scan, 'status'>): boolean {
  return status === 'queued' || status === 'running' || status === 'paused';
}
