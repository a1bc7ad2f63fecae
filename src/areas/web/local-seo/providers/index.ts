import type { SearchProvider } from '../../../../core/outside/local-search.ts';
import type { Connector } from './connector.ts';
import { dataForSeo } from './data-for-seo.ts';
import { google } from './google.ts';
import { nominatim, overpass, photon } from './openstreetmap.ts';
import { searxng } from './searxng.ts';
import { serpApi } from './serp-api.ts';

/** Every provider, by its id. */
export const connectors: Readonly<Record<SearchProvider, Connector>> = { google, serpApi, dataForSeo, searxng, nominatim, photon, overpass };
