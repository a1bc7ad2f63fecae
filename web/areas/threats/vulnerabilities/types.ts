import type { DataOf, ReadRoute } from '../../../api/client.ts';

export type VulnerabilityAlert = DataOf<'GET /api/vulnapps/alerts'>['data'][number];
export type Priority = VulnerabilityAlert['priority'];
export type AlertCounts = Readonly<Record<Priority, number>>;
export type ProductInUse = DataOf<'GET /api/vulnapps/products'>['data'][number];
export type Product = DataOf<'GET /api/vulnapps/product'>['data'];
export type HostOfProduct = Product['hosts'][number];
export type Source = DataOf<'GET /api/vulnapps/sources'>['data'][number];

/** What an answer to an alert makes stale. */
export const alertRoutes: readonly ReadRoute[] = ['GET /api/vulnapps/alerts', 'GET /api/vulnapps/products', 'GET /api/vulnapps/product'];
