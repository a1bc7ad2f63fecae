import type { CityBusiness } from './city.ts';

/** A web page as search engines of the lab list it. */
export interface WebPage {
  url: string;
  title: string;
}

/** A request as a provider takes it. */
export interface Asked {
  path: string;
  query: URLSearchParams;
  /** Parsed; null for none. */
  body: unknown;
  headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** What a provider does with a request: who may ask, where from, for what, and how it answers. */
export interface ProviderShape {
  mayAsk(asked: Asked): boolean;
  /** What it answers who may not. */
  denied: { status: number; body: unknown };
  answer(asked: Asked, city: City): { status: number; body: unknown };
}

/** The city as it is seen from a point. */
export interface City {
  ranked(point: { lat: number; lng: number }, keyword: string): readonly CityBusiness[];
  near(point: { lat: number; lng: number }, keyword: string, meters: number): readonly CityBusiness[];
  withTag(point: { lat: number; lng: number }, key: string, value: string, meters: number): readonly CityBusiness[];
  pages(keyword: string): readonly WebPage[];
  /** The pages that the answer of an AI cites; null where they come later, undefined for no answer. */
  aiAnswer(keyword: string): readonly string[] | null | undefined;
  /** Google Business Profile, by host and path. */
  profile(host: string, path: string): unknown;
}

/** What opens the providers of the lab. */
export const labKeys = { google: 'lab-google-key', serpApi: 'lab-serpapi-key', login: 'lab@example.org', password: 'lab-password', grant: { clientId: 'lab-client', clientSecret: 'lab-secret', refreshToken: 'lab-refresh' } };
const PROFILE_TOKEN = 'lab-access-token';

const google: ProviderShape = {
  mayAsk: ({ headers }) => headers['x-goog-api-key'] === labKeys.google,
  denied: { status: 403, body: { error: { code: 403, message: 'The request is missing a valid API key.', status: 'PERMISSION_DENIED' } } },
  answer({ path, headers, body }, city) {
    const mask = headers['x-goog-fieldmask'];
    if (path !== '/v1/places:searchText') return { status: 404, body: {} };
    if (typeof mask !== 'string') return { status: 400, body: { error: { code: 400, message: 'FieldMask is a required parameter.', status: 'INVALID_ARGUMENT' } } };
    const { textQuery, pageSize, locationBias: { circle: { center: { latitude: lat, longitude: lng } } } } = body as { textQuery: string; pageSize: number; locationBias: { circle: { center: { latitude: number; longitude: number } } } };
    const found = city.ranked({ lat, lng }, textQuery).slice(0, Math.min(pageSize, 20));
    const fields = mask.split(',');
    const places = found.map(({ googleId, name }) => ({ ...(fields.includes('places.id') && { id: googleId }), ...(fields.includes('places.displayName') && { displayName: { text: name } }) }));
    return { status: 200, body: places.length === 0 ? {} : { places } };
  },
};

const serpApi: ProviderShape = {
  mayAsk: ({ query }) => query.get('api_key') === labKeys.serpApi,
  denied: { status: 401, body: { error: 'Invalid API key. Your API key should be here: https://serpapi.com/manage-api-key' } },
  answer({ query }, city) {
    const keyword = query.get('q')!;
    if (query.get('engine') === 'google') {
      const [pages, cited] = [city.pages(keyword), city.aiAnswer(keyword)];
      const overview = cited === undefined ? {} : { ai_overview: cited === null ? { page_token: 'later' } : { text_blocks: [], references: cited.map((link, index) => ({ index, link, title: link })) } };
      return { status: 200, body: { search_metadata: { status: 'Success' }, ...overview, related_questions: [], organic_results: pages.map(({ url, title }, at) => ({ position: at + 1, link: url, title })) } };
    }
    const [, lat, lng] = /^@(-?[\d.]+),(-?[\d.]+),\d+z$/.exec(query.get('ll')!)!;
    const found = city.ranked({ lat: Number(lat), lng: Number(lng) }, keyword).slice(0, 20);
    if (found.length === 0) return { status: 200, body: { error: "Google hasn't returned any results for this query." } };
    return { status: 200, body: { local_results: found.map((one, at) => ({ position: at + 1, title: one.name, place_id: one.googleId, gps_coordinates: { latitude: one.lat, longitude: one.lng }, website: one.website, rating: one.rating, reviews: one.reviews })) } };
  },
};

const dataForSeo: ProviderShape = {
  mayAsk: ({ headers }) => headers['authorization'] === `Basic ${Buffer.from(`${labKeys.login}:${labKeys.password}`).toString('base64')}`,
  denied: { status: 401, body: { status_code: 40_100, status_message: 'You are not Authorized to Access this resource.' } },
  answer({ path, body }, city) {
    const [task] = body as [{ keyword: string; location_coordinate?: string; depth: number }];
    const cited = city.aiAnswer(task.keyword);
    const overview = cited === undefined ? [] : [{ type: 'ai_overview', asynchronous_ai_overview: cited === null, references: cited?.map(url => ({ type: 'ai_overview_reference', url })) ?? null }];
    if (path.includes('/organic/')) return found([...overview, ...city.pages(task.keyword).slice(0, task.depth).map(({ url, title }, at) => ({ type: 'organic', rank_group: at + 1, rank_absolute: at + 1, url, title }))]);
    const [lat, lng] = task.location_coordinate!.split(',').map(Number);
    const listed = city.ranked({ lat: lat!, lng: lng! }, task.keyword).slice(0, task.depth);
    const ad = { type: 'maps_paid_item', rank_group: 1, rank_absolute: 1, title: 'An advertisement', place_id: 'ChIJadvertisement' };
    return found(listed.length === 0 ? [] : [ad, ...listed.map((one, at) => ({ type: 'maps_search', rank_group: at + 1, rank_absolute: at + 2, title: one.name, place_id: one.googleId, url: one.website, latitude: one.lat, longitude: one.lng, rating: { rating_type: 'Max5', value: one.rating, votes_count: one.reviews } }))]);

    function found(items: readonly object[]): { status: number; body: unknown } {
      const whole = { status_code: 20_000, status_message: 'Ok.', cost: 0.002 };
      return { status: 200, body: { ...whole, tasks: [items.length === 0 ? { ...whole, status_code: 40_102, result: null } : { ...whole, result: [{ items_count: items.length, items }] }] } };
    }
  },
};

const anybody = { mayAsk: () => true, denied: { status: 403, body: {} } };

const nominatim: ProviderShape = {
  ...anybody,
  answer({ query }, city) {
    const [west, north, east, south] = query.get('viewbox')!.split(',').map(Number) as [number, number, number, number];
    const found = city.near({ lat: (north + south) / 2, lng: (west + east) / 2 }, query.get('q')!, Infinity).filter(({ lat, lng }) => lat <= north && lat >= south && lng >= west && lng <= east).slice(0, Number(query.get('limit')));
    // By importance, as Nominatim does: the asker goes by distance.
    return { status: 200, body: found.toSorted((one, other) => other.prominence - one.prominence).map(one => ({ osm_type: one.osm.type, osm_id: one.osm.id, name: one.name, lat: String(one.lat), lon: String(one.lng), importance: one.prominence, extratags: { website: one.website } })) };
  },
};

const photon: ProviderShape = {
  ...anybody,
  answer({ query }, city) {
    const point = { lat: Number(query.get('lat')), lng: Number(query.get('lon')) };
    const features = city.near(point, query.get('q')!, Infinity).slice(0, Number(query.get('limit')))
      .map(one => ({ type: 'Feature', properties: { osm_type: one.osm.type === 'way' ? 'W' : 'N', osm_id: one.osm.id, name: one.name }, geometry: { type: 'Point', coordinates: [one.lng, one.lat] } }));
    return { status: 200, body: { type: 'FeatureCollection', features } };
  },
};

const overpass: ProviderShape = {
  ...anybody,
  answer({ query }, city) {
    const asked = /^\[out:json\]\[timeout:\d+\];nwr\(around:(\d+),(-?[\d.]+),(-?[\d.]+)\)\["([^"]+)"="([^"]+)"\];out center \d+;$/.exec(query.get('data')!);
    if (!asked) return { status: 400, body: 'parse error' };
    const found = city.withTag({ lat: Number(asked[2]), lng: Number(asked[3]) }, asked[4]!, asked[5]!, Number(asked[1]));
    const at = ({ lat, lng, osm }: CityBusiness): object => (osm.type === 'node' ? { lat, lon: lng } : { center: { lat, lon: lng } });
    return { status: 200, body: { elements: found.map(one => ({ type: one.osm.type, id: one.osm.id, ...at(one), tags: { [one.tag[0]]: one.tag[1], name: one.name, website: one.website } })) } };
  },
};

const searxng: ProviderShape = {
  ...anybody,
  answer: ({ query }, city) => (query.get('format') === 'json' ? { status: 200, body: { query: query.get('q'), results: city.pages(query.get('q')!).map(({ url, title }) => ({ url, title, engines: ['lab'] })), answers: [], infoboxes: [], unresponsive_engines: [] } } : { status: 403, body: {} }),
};

const token: ProviderShape = {
  mayAsk({ body }) {
    const { client_id: clientId, client_secret: clientSecret, refresh_token: refreshToken } = body as Record<string, string>;
    return clientId === labKeys.grant.clientId && clientSecret === labKeys.grant.clientSecret && refreshToken === labKeys.grant.refreshToken;
  },
  denied: { status: 400, body: { error: 'invalid_grant', error_description: 'Token has been expired or revoked.' } },
  answer: () => ({ status: 200, body: { access_token: PROFILE_TOKEN, expires_in: 3599, token_type: 'Bearer' } }),
};

const profileAt = (host: string): ProviderShape => ({
  mayAsk: ({ headers }) => headers['authorization'] === `Bearer ${PROFILE_TOKEN}`,
  denied: { status: 401, body: { error: { code: 401, status: 'UNAUTHENTICATED' } } },
  answer: ({ path, query }, city) => {
    const found = city.profile(host, query.has('readMask') ? `${path}?readMask` : path);
    return found === undefined ? { status: 404, body: { error: { code: 404, status: 'NOT_FOUND' } } } : { status: 200, body: found };
  },
});

const series = (dailyMetric: string, ...values: readonly number[]) => ({ dailyMetric, timeSeries: { datedValues: values.map((value, at) => ({ date: { year: 2026, month: 11, day: at + 1 }, ...(value > 0 && { value: String(value) }) })) } });

/** What the lab's Google Business Profile has of `accounts/1/locations/2`. */
export const labProfile: Readonly<Record<string, unknown>> = {
  'mybusinessbusinessinformation.googleapis.com/v1/locations/2?readMask': {
    title: 'Dentist Example', storefrontAddress: { regionCode: 'AT', postalCode: '1010', locality: 'Wien', addressLines: ['Mariahilfer Straße 12 a'] }, phoneNumbers: { primaryPhone: '+43 1 234567' }, websiteUri: 'https://dentist.example/',
    regularHours: { periods: ['MONDAY', 'TUESDAY'].map(day => ({ openDay: day, openTime: { hours: 9 }, closeDay: day, closeTime: { hours: 17, minutes: 30 } })) }, specialHours: { specialHourPeriods: [{ startDate: { year: 2026, month: 12, day: 24 }, closed: true }] },
  },
  'mybusinessbusinessinformation.googleapis.com/v1/locations/2/attributes': { name: 'locations/2/attributes', attributes: [{ name: 'attributes/has_wheelchair_accessible_entrance', valueType: 'BOOL', values: [true] }] },
  'mybusiness.googleapis.com/v4/accounts/1/locations/2/localPosts': { localPosts: [{ name: 'accounts/1/locations/2/localPosts/1', createTime: '2026-11-01T10:00:00Z' }, { name: 'accounts/1/locations/2/localPosts/2', createTime: '2026-11-09T10:00:00Z' }] },
  'mybusiness.googleapis.com/v4/accounts/1/locations/2/reviews': { reviews: [{ reviewer: { displayName: 'A person' }, comment: 'Very kind.' }], averageRating: 4.6, totalReviewCount: 87 },
  'businessprofileperformance.googleapis.com/v1/locations/2:fetchMultiDailyMetricsTimeSeries': { multiDailyMetricTimeSeries: [{ dailyMetricTimeSeries: [series('WEBSITE_CLICKS', 3, 0, 4), series('CALL_CLICKS', 1), series('BUSINESS_IMPRESSIONS_MOBILE_MAPS', 40, 20), series('BUSINESS_IMPRESSIONS_DESKTOP_SEARCH', 5)] }] },
};

/** Each provider by the first part of the path where the lab has it: its host, or its name. */
export const providerShapes: Readonly<Record<string, ProviderShape>> = {
  'places.googleapis.com': google, 'serpapi.com': serpApi, 'api.dataforseo.com': dataForSeo, 'oauth2.googleapis.com': token,
  ...Object.fromEntries(['mybusinessbusinessinformation.googleapis.com', 'mybusiness.googleapis.com', 'businessprofileperformance.googleapis.com'].map(host => [host, profileAt(host)])), nominatim, photon, overpass, searxng,
};
