import type { DataOf, ReadRoute } from '../../../api/client.ts';

/** A target as the list has it, with all that is known of it, one of its addresses, and what changed there. */
export type ListReply = DataOf<'GET /api/ip-targets'>;
export type Target = ListReply['data'][number];
export type Details = DataOf<'GET /api/ip-targets/{id}'>['data'];
export type Address = Details['addresses'][number];
export type IpEvent = DataOf<'GET /api/ip-targets/{id}/events'>['data'][number];

/** What a change of a target makes stale. */
export const targetRoutes: readonly ReadRoute[] = ['GET /api/ip-targets', 'GET /api/ip-targets/{id}', 'GET /api/ip-targets/{id}/events', 'GET /api/alerts', 'GET /api/alerts/summary'];
