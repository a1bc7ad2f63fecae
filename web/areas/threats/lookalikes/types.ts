import type { DataOf, ReadRoute } from '../../../api/client.ts';

/** A page of the lookalikes of a domain, one of them, and something that happened to one. */
export type LookalikePage = DataOf<'GET /api/domains/{id}/lookalikes'>;
export type Lookalike = LookalikePage['data'][number];
export type CandidateChange = DataOf<'GET /api/domains/{id}/lookalike-events'>['data'][number];
export type Review = Lookalike['review']['state'];

/** What another judgement, a sweep or the watchlist makes stale. */
export const lookalikeRoutes: readonly ReadRoute[] = ['GET /api/domains/{id}/lookalikes', 'GET /api/domains/{id}/lookalikes/{name}', 'GET /api/domains/{id}/lookalike-events'];
