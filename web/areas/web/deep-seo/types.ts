import type { DataOf } from '../../../api/client.ts';

/** Answers about the last audit of a domain. */
export type Intents = DataOf<'GET /api/deep-seo/intent/{domainId}'>;
export type Whole = NonNullable<Intents['summary']>;
export type LinkGraph = NonNullable<DataOf<'GET /api/deep-seo/graph/{domainId}'>['summary']>;
export type Picture = LinkGraph['picture'];
export type Connection = DataOf<'GET /api/deep-seo/search-data/{domainId}'>['data']['connections'][number];
export type Step = DataOf<'GET /api/deep-seo/next/{domainId}'>['data'][number];
