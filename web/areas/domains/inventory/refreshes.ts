import type { ReadRoute } from '../../../api/client.ts';

/** What changes of domains make stale. */
export const inventoryRoutes: readonly ReadRoute[] = ['GET /api/domains', 'GET /api/domains/summary', 'GET /api/domains/{id}', 'GET /api/groups', 'GET /api/clients', 'GET /api/tags', 'GET /api/runs'];
