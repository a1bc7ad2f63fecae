import type { SearchProvider } from '../../../../core/outside/local-search.ts';

/** The settings of the program that set a provider up. */
export const settingsOf: Readonly<Record<SearchProvider, readonly string[]>> = {
  google: ['DSS_GOOGLE_MAPS_KEY'],
  serpApi: ['DSS_SERPAPI_KEY'],
  dataForSeo: ['DSS_DATAFORSEO_LOGIN', 'DSS_DATAFORSEO_PASSWORD'],
  searxng: ['DSS_SEARXNG_URL'],
  nominatim: ['DSS_NOMINATIM_URL'],
  photon: ['DSS_PHOTON_URL'],
  overpass: ['DSS_OVERPASS_URL'],
};
