import type { BusinessRow } from '../businesses/store.ts';
import { wayBetween } from '../geo/geodesic.ts';
import type { Listing } from '../providers/connector.ts';

/** Farther away a business of the same name is another one. */
const SAME_SITE_METERS = 300;
const SAME_NAME = 0.8;

type Known = Pick<BusinessRow, 'name' | 'lat' | 'lng' | 'website'>;

/** Which of the listings is the business, from 0: by its id where one is known, else by the host of its website, else by its name near where it is; null for none. */
export function recognize(listings: readonly Listing[], business: Known, ownId: string | null): number | null {
  const found = (is: (listing: Listing) => boolean): number | null => {
    const at = listings.findIndex(is);
    return at < 0 ? null : at;
  };
  if (ownId !== null) return found(({ id }) => id === ownId);
  const host = hostOf(business.website);
  return (host === null ? null : found(({ website }) => hostOf(website) === host)) ?? found(listing => isNear(listing, business) && listing.name !== null && sharedWords(listing.name, business.name) >= SAME_NAME);
}

function isNear({ point }: Listing, business: Known): boolean {
  const way = point && wayBetween(business, point);
  return way !== null && way.meters <= SAME_SITE_METERS;
}

/** The host of a web address without `www.`; null where there is none. */
function hostOf(url: string | null): string | null {
  return URL.parse(url ?? '')?.hostname.replace(/^www\./, '') ?? null;
}

/** How many words two names share, 0 to 1, after Dice; accents, case and punctuation do not matter. */
function sharedWords(one: string, other: string): number {
  const [a, b] = [wordsIn(one), wordsIn(other)];
  return 2 * a.intersection(b).size / (a.size + b.size || 1);
}

function wordsIn(name: string): Set<string> {
  return new Set(name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
}
