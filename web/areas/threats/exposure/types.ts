import type { DataOf, ReadRoute } from '../../../api/client.ts';

/** The latest scan of a domain, one of its findings, and a host with its ports. */
export type Latest = NonNullable<DataOf<'GET /api/vuln-scan/latest/{domainId}'>['data']>;
export type ExposureFinding = Latest['findings'][number];
export type Host = NonNullable<DataOf<'GET /api/scan/ports/{domainId}'>['data']>['hosts'][number];
export type Port = Host['ports'][number];
export type Component = DataOf<'GET /api/vuln-scan/components'>['data'][number];

/** What a scan makes stale. */
export const exposureRoutes: readonly ReadRoute[] = ['GET /api/vuln-scan/latest/{domainId}', 'GET /api/scan/ports/{domainId}', 'GET /api/vuln-scan/components'];
