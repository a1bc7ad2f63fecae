import type { DataOf } from '../../../api/client.ts';

export type StatusPage = DataOf<'GET /api/status/pages'>['data'][number];

/** What is asked for again after a status page has changed. */
export const pageRoutes = ['GET /api/status/pages', 'GET /api/status/pages/{id}'] as const;
