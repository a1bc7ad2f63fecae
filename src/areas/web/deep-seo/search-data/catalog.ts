import type { SearchDataProvider } from '../../../../core/outside/search-data.ts';

/** Days that clicks, impressions and positions are reported for. */
export const PERIOD_DAYS = 28;
/** Search Console has final figures some days later: https://developers.google.com/webmaster-tools/v1/searchanalytics/query#dataState */
export const FINAL_AFTER_DAYS = 3;
export const ROWS_A_REQUEST = 5000;
/** Those with the most clicks; what is beyond is left out, and the summary says so. */
export const MAX_PAGES = 10_000;
export const MAX_QUERIES = 25_000;
/** Pages whose speed is asked for, besides the whole origin. */
export const MAX_SPEED_PAGES = 50;
/** In one submission: https://www.indexnow.org/documentation */
export const MAX_SUBMITTED = 10_000;
export const MAX_HOSTS = 5;

/** What a provider gives, what one import asks of it, and how it is connected. */
export interface ProviderTerms {
  id: SearchDataProvider;
  name: string;
  gives: string;
  /** What to do where it is not connected. */
  connect: string;
  /** Requests of one import at most, and what each costs in US dollars. */
  requests: number;
  usdPerRequest: number;
  url: string;
}

export const catalog: Readonly<Record<SearchDataProvider, ProviderTerms>> = {
  searchConsole: {
    id: 'searchConsole', name: 'Google Search Console', gives: `Clicks, impressions, CTR and position of pages and queries on Google over ${PERIOD_DAYS} days.`,
    connect: 'Add the e-mail address of a service account as a user of the property in Search Console, and connect with the JSON file of its key; or connect with an OAuth client and a refresh token of the scope webmasters.readonly.',
    requests: (MAX_PAGES + MAX_QUERIES) / ROWS_A_REQUEST, usdPerRequest: 0, url: 'https://developers.google.com/webmaster-tools/v1/searchanalytics/query',
  },
  bingWebmaster: {
    id: 'bingWebmaster', name: 'Bing Webmaster Tools', gives: `Clicks, impressions and position of pages on Bing over ${PERIOD_DAYS} days.`,
    connect: 'Generate an API key in Bing Webmaster Tools (Settings, API access), and connect with it.',
    requests: 1, usdPerRequest: 0, url: 'https://learn.microsoft.com/en-us/bingwebmaster/getting-access',
  },
  crux: {
    id: 'crux', name: 'Chrome UX Report (CrUX)', gives: `LCP, INP and CLS as visitors with Chrome experience them: of the whole origin, and of the ${MAX_SPEED_PAGES} pages with the most impressions.`,
    connect: 'Create an API key in Google Cloud, restrict it to the Chrome UX Report API, and connect with it.',
    requests: MAX_SPEED_PAGES + 1, usdPerRequest: 0, url: 'https://developer.chrome.com/docs/crux/api',
  },
  indexNow: {
    id: 'indexNow', name: 'IndexNow', gives: 'Tells Bing, Yandex and others after each site audit which pages are new, changed or gone.',
    connect: 'Choose a key of 8 to 128 characters (a-z, A-Z, 0-9, -). Serve a text file with the key as its only content at https://<host>/<key>.txt, on each host of the website. Prove that the domain is yours, and connect with the key.',
    requests: MAX_HOSTS, usdPerRequest: 0, url: 'https://www.indexnow.org/documentation',
  },
};
