import type { DataOf } from '../../../api/client.ts';

export type Service = DataOf<'GET /api/status/services'>['data']['services'][number];
export type Level = Service['level'];
export type Follow = DataOf<'GET /api/status/follows'>['data'][number];
export type ServiceIncident = DataOf<'GET /api/status/incidents'>['data'][number];

/** What is asked for again after what is followed has changed. */
export const followRoutes = ['GET /api/status/follows', 'GET /api/status/events'] as const;
