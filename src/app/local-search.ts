import { systemClock as clock } from '../core/clock.ts';
import type { LocalSearch } from '../core/outside/local-search.ts';
import { createLocalSearch } from '../wire/local-search.ts';
import { composeHttpGet, type Outside } from './compose.ts';
import type { Config } from './config.ts';

/** The search services that the operator has set up; those with a key at public addresses or at the mirror that is named. */
export function composeLocalSearch(config: Config, outside: Outside): LocalSearch {
  const { DSS_LOCAL_SEARCH: from, DSS_GOOGLE_MAPS_KEY: googleKey, DSS_SERPAPI_KEY: serpApiKey, DSS_DATAFORSEO_LOGIN: login, DSS_DATAFORSEO_PASSWORD: password } = config;
  return createLocalSearch({
    get: composeHttpGet({ ...outside, allow: [] }), clock, from, googleKey, serpApiKey, dataForSeo: login === null || password === null ? null : { login, password },
    urls: { searxng: config.DSS_SEARXNG_URL, nominatim: config.DSS_NOMINATIM_URL, photon: config.DSS_PHOTON_URL, overpass: config.DSS_OVERPASS_URL },
  });
}
