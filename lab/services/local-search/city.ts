/** A business of the synthetic city. */
export interface CityBusiness {
  /** By the ids of Google and of OpenStreetMap. */
  googleId: string;
  osm: { type: 'node' | 'way'; id: number };
  name: string;
  lat: number;
  lng: number;
  website: string;
  tag: readonly [key: string, value: string];
  /** 0 to 1: how well known it is. */
  prominence: number;
  /** Mean of its reviews, 1 to 5, and how many there are. */
  rating: number;
  reviews: number;
}

/** Businesses of one kind around a point, always the same for one seed. */
export function cityAround({ lat, lng, seed, count, tag = ['amenity', 'dentist'] }: { lat: number; lng: number; seed: number; count: number; tag?: readonly [string, string] }): CityBusiness[] {
  const random = randomFrom(seed);
  return Array.from({ length: count }, (_, at) => ({
    googleId: `ChIJlab${String(seed).padStart(4, '0')}x${String(at).padStart(4, '0')}`,
    osm: { type: at % 3 === 0 ? 'way' : 'node', id: 1_000_000 + seed * 1000 + at },
    name: `Practice ${at}`,
    lat: lat + (random() - 0.5) * 0.09,
    lng: lng + (random() - 0.5) * 0.09 / Math.cos(lat * Math.PI / 180),
    website: `https://practice-${at}.example/`,
    tag,
    prominence: random(),
    rating: 3 + (at % 20) / 10,
    reviews: 5 + at * 7,
  }));
}

const EARTH_METERS = 6_371_000;

/** On a sphere; a city is small enough for that. */
export function metersBetween(one: { lat: number; lng: number }, other: { lat: number; lng: number }): number {
  const rad = Math.PI / 180;
  const [dLat, dLng] = [(other.lat - one.lat) * rad, (other.lng - one.lng) * rad];
  const h = Math.sin(dLat / 2) ** 2 + Math.cos(one.lat * rad) * Math.cos(other.lat * rad) * Math.sin(dLng / 2) ** 2;
  return 2 * EARTH_METERS * Math.asin(Math.sqrt(h));
}

/** How far one must be to lose what being known best gains, in metres. */
const PROMINENCE_METERS = 3000;

/** The city as a map service lists it at a point: near and well known first. */
export function rankedAt(city: readonly CityBusiness[], point: { lat: number; lng: number }): CityBusiness[] {
  const cost = (business: CityBusiness): number => metersBetween(business, point) - business.prominence * PROMINENCE_METERS;
  return city.toSorted((one, other) => cost(one) - cost(other));
}

/** Numbers in [0, 1) by a linear congruence (Numerical Recipes, 7.1). */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
