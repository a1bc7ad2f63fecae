import { z } from 'zod';
import { travel } from '../geo/geodesic.ts';
import { categoryOf } from '../catalog/categories.ts';
import type { Connector, Listing, LocalEngine, LocalQuery, ProviderTerms } from './connector.ts';
import { degrees, itemsOf, membersOf, Name, pointAt, Url } from './reading.ts';

const terms: ProviderTerms = {
  stores: 'everything',
  says: 'Data of OpenStreetMap under the Open Database License: everything may be stored and shown with the attribution.',
  attribution: '© OpenStreetMap contributors',
  url: 'https://www.openstreetmap.org/copyright',
  readOn: '2026-11-21',
};

const engine = {
  rankKind: 'proximity',
  says: 'By distance alone: what is nearer ranks higher. Map services that people use rank by more than that.',
  idKind: 'osm',
  names: true,
} as const;

const MAX_RESULTS = 40;
/** Objects by the first letter of their kind. */
const kinds: Readonly<Record<string, string>> = { N: 'node', W: 'way', R: 'relation', node: 'node', way: 'way', relation: 'relation' };

const OsmId = z.object({ osm_type: z.string(), osm_id: z.int() });

function listingOf({ osm_type: type, osm_id: id }: z.output<typeof OsmId>, rest: Omit<Listing, 'id'>): Listing[] {
  return type in kinds && rest.point !== null ? [{ id: `${kinds[type]!}/${id}`, ...rest }] : [];
}

/** West, north, east and south of what lies within reach. */
function boxAround({ point, reachMeters: meters }: LocalQuery): { north: number; south: number; east: number; west: number } {
  const [north, east, south, west] = [0, 90, 180, 270].map(azimuth => travel(point, { azimuth, meters }));
  return { north: north!.lat, east: east!.lng, south: south!.lat, west: west!.lng };
}

const NominatimResult = OsmId.extend({ name: Name, lat: z.unknown().optional(), lon: z.unknown().optional(), extratags: z.unknown().optional() });

/** Nominatim: https://nominatim.org/release-docs/latest/api/Search/ */
export const nominatim: Connector = {
  id: 'nominatim',
  name: 'Nominatim',
  usdPerRequest: 0,
  price: 'Free',
  limit: { perSecond: 1, burst: 1 },
  terms: { ...terms, says: `${terms.says} The public server allows one request a second for the whole program and no bulk searches: run your own for grids.`, url: 'https://operations.osmfoundation.org/policies/nominatim/' },
  local: {
    ...engine,
    maxResults: MAX_RESULTS,
    request(query) {
      const { north, south, east, west } = boxAround(query);
      return {
        path: `search?${String(new URLSearchParams({ q: query.keyword, format: 'jsonv2', viewbox: [west, north, east, south].map(degrees).join(','), bounded: '1', limit: String(MAX_RESULTS), extratags: '1', 'accept-language': query.language }))}`,
      };
    },
    read: reply => (Array.isArray(reply)
      ? { outcome: 'listed', listings: itemsOf(reply, NominatimResult).flatMap(one => listingOf(one, { name: one.name, point: pointAt(one.lat, one.lon), website: websiteIn(one.extratags) })) }
      : { outcome: 'refused', cause: 'it sent no list', fatal: false }),
  },
  web: null,
};

const PhotonFeature = z.object({ properties: OsmId.extend({ name: Name }), geometry: z.object({ coordinates: z.tuple([z.number(), z.number()]) }) });

/** Photon: https://github.com/komoot/photon */
export const photon: Connector = {
  id: 'photon',
  name: 'Photon',
  usdPerRequest: 0,
  price: 'Free',
  limit: { perSecond: 1, burst: 1 },
  terms: { ...terms, says: `${terms.says} The public server asks for fair use: run your own for grids.`, url: 'https://photon.komoot.io/' },
  local: {
    ...engine,
    maxResults: MAX_RESULTS,
    request: ({ keyword, point }) => ({ path: `api?${String(new URLSearchParams({ q: keyword, lat: degrees(point.lat), lon: degrees(point.lng), limit: String(MAX_RESULTS) }))}` }),
    read(reply) {
      const { features } = membersOf(reply);
      if (!Array.isArray(features)) return { outcome: 'refused', cause: 'it sent no list', fatal: false };
      return {
        outcome: 'listed',
        listings: itemsOf(features, PhotonFeature).flatMap(({ properties, geometry: { coordinates: [lng, lat] } }) => listingOf(properties, { name: properties.name, point: pointAt(lat, lng), website: null })),
      };
    },
  },
  web: null,
};

const OverpassElement = z.object({ type: z.string(), id: z.int(), lat: z.number().optional(), lon: z.number().optional(), center: z.unknown().optional(), tags: z.unknown().optional() });

/** Overpass: https://wiki.openstreetmap.org/wiki/Overpass_API/Overpass_QL */
export const overpass: Connector = {
  id: 'overpass',
  name: 'Overpass',
  usdPerRequest: 0,
  price: 'Free',
  limit: { perSecond: 0.5, burst: 1 },
  terms: { ...terms, says: `${terms.says} The public server gives an address two or three slots at a time.`, url: 'https://dev.overpass-api.de/overpass-doc/en/preface/commons.html' },
  local: {
    ...engine,
    maxResults: 200,
    refuses: keyword => (tagOf(keyword) === null ? 'Overpass finds by tags of OpenStreetMap: give a category of the catalog such as `dentist`, or a tag such as `amenity=dentist`.' : null),
    request: ({ keyword, point, reachMeters }) => ({
      path: `api/interpreter?${String(new URLSearchParams({ data: `[out:json][timeout:25];nwr(around:${Math.round(reachMeters)},${degrees(point.lat)},${degrees(point.lng)})[${tagOf(keyword)!.map(part => `"${part}"`).join('=')}];out center 200;` }))}`,
    }),
    read(reply) {
      const { elements, remark } = membersOf(reply);
      // It reports what went wrong in the middle of an answer there.
      if (!Array.isArray(elements) || typeof remark === 'string') return { outcome: 'refused', cause: 'it came to no end', fatal: false };
      return {
        outcome: 'listed',
        listings: itemsOf(elements, OverpassElement).flatMap(({ type, id, lat, lon, center, tags }) => {
          const middle = membersOf(center);
          return listingOf({ osm_type: type, osm_id: id }, { name: Name.parse(membersOf(tags)['name']), point: pointAt(lat ?? middle['lat'] ?? null, lon ?? middle['lon'] ?? null), website: websiteIn(tags) });
        }),
      };
    },
  } satisfies LocalEngine,
  web: null,
};

function websiteIn(tags: unknown): string | null {
  const members = membersOf(tags);
  return Url.parse(members['website'] ?? members['contact:website']);
}

/** The tag that a keyword stands for: one of a category, or one that is written out; null where it stands for none. */
function tagOf(keyword: string): [key: string, value: string] | null {
  const written = /^([a-z_:]{1,60})=([a-z0-9_;:-]{1,60})$/.exec(keyword) ?? /^([a-z_:]{1,60})=([a-z0-9_;:-]{1,60})$/.exec(categoryOf(keyword)?.osm ?? '');
  return written ? [written[1]!, written[2]!] : null;
}
