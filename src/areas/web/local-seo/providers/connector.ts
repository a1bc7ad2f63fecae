import type { SearchProvider, SearchRequest } from '../../../../core/outside/local-search.ts';
import type { Point } from '../geo/geodesic.ts';

/** What the order of a provider is. `apiOrder`: of an interface for programs, `maps`: of a map as people see it, `proximity`: by distance alone, `organic`: of web results, `metasearch`: of several search engines together. */
export const rankKinds = ['apiOrder', 'maps', 'proximity', 'organic', 'metasearch'] as const;
export type RankKind = (typeof rankKinds)[number];

/** Whose ids a provider gives to businesses. */
export const idKinds = ['google', 'osm'] as const;
export type IdKind = (typeof idKinds)[number];

/** A business as a provider lists it. */
export interface Listing {
  id: string;
  /** Null where the provider was not asked, or does not say. */
  name: string | null;
  point: Point | null;
  website: string | null;
  /** Mean of its reviews, 1 to 5, and how many there are; both left out by providers that say neither. */
  rating?: number | null;
  reviews?: number | null;
}

/** A web page as a provider lists it, in order. */
export interface WebResult {
  url: string;
  title: string | null;
}

/** A search for businesses around a point. */
export interface LocalQuery {
  keyword: string;
  point: Point;
  /** What counts as near, and how far away one may be at all. */
  nearMeters: number;
  reachMeters: number;
  /** ISO 639-1 and ISO 3166-1 alpha-2. */
  language: string;
  country: string | null;
}

export const devices = ['desktop', 'mobile'] as const;
export type Device = (typeof devices)[number];

/** A search for web pages, as somebody in a country sees it. */
export interface WebQuery {
  keyword: string;
  language: string;
  country: string;
  device: Device;
}

/** What a provider says in a reply of status 200; `fatal` where every other question would end in the same way. */
export type Refusal = { outcome: 'refused'; cause: string; fatal: boolean };
export type Listings = { outcome: 'listed'; listings: Listing[] };
export type WebResults = {
  outcome: 'ranked';
  results: WebResult[];
  /** What else the page of results has, such as `localPack`. */
  features: string[];
  /** The listings among the web results, by their ids. */
  localPack: string[];
  /** The answer of an AI above the results; left out where the provider does not say. */
  aiAnswer?: AiAnswer;
};

/** Whether an AI answers, and which pages it cites; null where they were not in the reply. */
export interface AiAnswer {
  shown: boolean;
  urls: string[] | null;
}

/** How businesses are searched for. */
export interface LocalEngine {
  rankKind: RankKind;
  /** What the order is, for people. */
  says: string;
  idKind: IdKind;
  /** Whether replies have names and websites, so that a business is recognized without its id. */
  names: boolean;
  /** Whether replies have ratings and numbers of reviews. */
  ratings?: true;
  /** Listings in one reply at most. */
  maxResults: number;
  /** What a keyword must be; null where it may be any. Gives what is wrong with one. */
  refuses?(keyword: string): string | null;
  request(query: LocalQuery): SearchRequest;
  read(reply: unknown): Listings | Refusal;
}

/** How web pages are searched for. */
export interface WebEngine {
  rankKind: RankKind;
  says: string;
  /** Whether replies say what an AI answers. */
  aiAnswers?: true;
  maxResults: number;
  request(query: WebQuery): SearchRequest;
  read(reply: unknown): WebResults | Refusal;
}

/** What the terms of a provider allow, with where they stand and when they were read. */
export interface ProviderTerms {
  /** `idsAndRanks`: neither names nor positions of others are stored. */
  stores: 'idsAndRanks' | 'everything';
  says: string;
  /** What must stand next to results. */
  attribution: string | null;
  url: string;
  readOn: string;
}

/** A provider: what it costs and allows, and how it is asked. */
export interface Connector {
  id: SearchProvider;
  name: string;
  /** US dollars a request, and where that stands. */
  usdPerRequest: number;
  price: string;
  /** At its public address; on a server of one's own, twenty a second. */
  limit: { perSecond: number; burst: number };
  terms: ProviderTerms;
  local: LocalEngine | null;
  web: WebEngine | null;
}
