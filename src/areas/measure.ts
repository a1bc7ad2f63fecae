/** A number that an area knows of a domain: a count, or a moment in epoch milliseconds. Lists of domains show it and sort by it. */
export interface NumberMeasure {
  kind: 'count' | 'time';
  /** For the reference of the API. */
  says: string;
  /** What holds where nothing was fed; left out, such a domain has no value. */
  standard?: 0;
  /** Kept for other areas; lists do not offer it. */
  listed?: false;
}

/** One of a few words that an area knows of a domain. Lists of domains show it and filter by it. */
export interface WordMeasure {
  kind: 'word';
  words: readonly [string, ...string[]];
  says: string;
  /** Takes the word `none`, too, which is a filter; replies show null. */
  none?: true;
  listed?: false;
}

export type Measure = NumberMeasure | WordMeasure;

/** Measures by their names, which all areas share: fields, filters and sorts of the list of domains have them. */
export type Measures = Readonly<Record<string, Measure>>;

/** The measures that one area feeds. */
export interface AreaMeasures<Of extends Measures = Measures> {
  area: string;
  of: Of;
}

/** `defineMeasures('site-audit', { siteScore: { kind: 'count', says: '…' } })` states what an area feeds; their names stand in the database and never change. */
export function defineMeasures<const Of extends Measures>(area: string, of: Of): AreaMeasures<Of> {
  return { area, of };
}

type WordOf<Of extends WordMeasure> = Of['words'][number] | (Of extends { none: true } ? 'none' : never);
type ValueOf<Of extends Measure> = Of extends WordMeasure ? WordOf<Of> : number;

/** What is fed: null where it is not known any more; what is left out stays. */
export type Fed<Of extends Measures> = { [Name in keyof Of]?: ValueOf<Of[Name]> | null };

/** What is known of one domain; null where nothing is. */
export type Facets<Of extends Measures> = { [Name in keyof Of]: Of[Name] extends { standard: 0 } ? number : ValueOf<Of[Name]> | null };

/** The measures of all these areas. Throws for a name that two have. */
export function measuresIn(areas: readonly { measures?: AreaMeasures }[]): Measures {
  const all = areas.flatMap(({ measures }) => Object.entries(measures?.of ?? {}));
  const merged = Object.fromEntries(all);
  if (Object.keys(merged).length < all.length) throw new TypeError('Two areas declare the same measure.');
  return merged;
}
