/** Services that say what a search at a place finds. */
export const searchProviders = ['google', 'serpApi', 'dataForSeo', 'searxng', 'nominatim', 'photon', 'overpass'] as const;
export type SearchProvider = (typeof searchProviders)[number];

/** One request to a provider, without address and credentials. */
export interface SearchRequest {
  /** Below the address of the provider, with its query. */
  path: string;
  /** JSON: makes it a POST. */
  json?: string;
  headers?: Readonly<Record<string, string>>;
}

export type SearchReply =
  | { outcome: 'answered'; body: Uint8Array }
  /** `sent` says whether the request may have reached the provider, and so may be charged. */
  | { outcome: 'failed'; cause: string; status: number | null; sent: boolean; /** For how long it asks to be left alone; null where it does not say. */ retryAfterMs: number | null };

/** The search services that the operator has set up. */
export interface LocalSearch {
  /** Those that have what they need: a key, or an address. */
  configured: readonly SearchProvider[];
  /** Whether the provider is at its public address, and so under its public limits. */
  isPublic(provider: SearchProvider): boolean;
  /** Never throws; a reply other than 200, or one that is cut off, is `failed`. */
  ask(provider: SearchProvider, request: SearchRequest, signal: AbortSignal): Promise<SearchReply>;
}
