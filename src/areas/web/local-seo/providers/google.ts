import { z } from 'zod';
import type { Connector } from './connector.ts';
import { Id, itemsOf, membersOf } from './reading.ts';

/** With ids alone a text search is billed as "Essentials (IDs Only)", which is free and unlimited. */
export const FREE_FIELD_MASK = 'places.id';
const MAX_RADIUS_METERS = 50_000;

/** Google Places API (New), Text Search: https://developers.google.com/maps/documentation/places/web-service/text-search */
export const google: Connector = {
  id: 'google',
  name: 'Google Places (New)',
  usdPerRequest: 0,
  price: 'Free: Text Search Essentials (IDs Only), as the program asks for nothing but ids',
  limit: { perSecond: 10, burst: 10 },
  terms: {
    stores: 'idsAndRanks',
    says: 'Ids of places may be stored for good, other content may not be cached. Results may not be shown on a map that is not Google\'s.',
    attribution: 'Google Maps',
    url: 'https://developers.google.com/maps/documentation/places/web-service/policies',
    readOn: '2026-11-21',
  },
  local: {
    rankKind: 'apiOrder',
    says: 'API order, not Maps: the order in which Google\'s interface for programs lists businesses. It resembles that of Google Maps and is not the same.',
    idKind: 'google',
    names: false,
    maxResults: 20,
    request: ({ keyword, point, nearMeters, language, country }) => ({
      path: 'v1/places:searchText',
      headers: { 'X-Goog-FieldMask': FREE_FIELD_MASK },
      json: JSON.stringify({
        textQuery: keyword, pageSize: 20, languageCode: language, ...(country === null ? {} : { regionCode: country }),
        locationBias: { circle: { center: { latitude: point.lat, longitude: point.lng }, radius: Math.min(nearMeters, MAX_RADIUS_METERS) } },
      }),
    }),
    // No result at all is an empty object.
    read: reply => ({ outcome: 'listed', listings: itemsOf(membersOf(reply)['places'], z.object({ id: Id })).map(({ id }) => ({ id, name: null, point: null, website: null })) }),
  },
  web: null,
};
