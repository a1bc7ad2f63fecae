/** Services that say what a search at a place finds. */
export const searchProviders = ['google', 'serpApi', 'dataForSeo', 'searxng', 'nominatim', 'photon', 'overpass'] as const;
export type SearchProvider = (typeof searchProviders)[number];

/** Providers that are asked with a key, which an account may have itself. */
export const keyedProviders = ['google', 'serpApi', 'dataForSeo'] as const satisfies readonly SearchProvider[];
export type KeyedProvider = (typeof keyedProviders)[number];

/** What proves to a provider who asks. */
export type SearchCredentials = { key: string } | { login: string; password: string };

/** A grant of the owner of a Google Business Profile (OAuth 2.0, scope `business.manage`). */
export interface ProfileGrant {
  clientId: string;
  clientSecret: string;
  refreshToken: string;
}

/** Hosts of the interfaces of Google Business Profile. */
export type ProfileHost = 'mybusinessbusinessinformation.googleapis.com' | 'mybusiness.googleapis.com' | 'businessprofileperformance.googleapis.com';

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

/** Reads Google Business Profile with one grant; never throws. */
export type ProfileReader = (host: ProfileHost, path: string) => Promise<SearchReply>;

/** The search services that the operator has set up, and those that accounts have keys for. */
export interface LocalSearch {
  /** Those that have what they need: a key, or an address. */
  configured: readonly SearchProvider[];
  /** Whether keys of accounts are used: not where the operator switched all services with a key off. */
  takesKeys: boolean;
  /** Whether the provider is at its public address, and so under its public limits. */
  isPublic(provider: SearchProvider): boolean;
  /** Never throws; a reply other than 200, or one that is cut off, is `failed`. `credentials` go before those of the operator. */
  ask(provider: SearchProvider, request: SearchRequest, signal: AbortSignal, credentials?: SearchCredentials | null): Promise<SearchReply>;
  /** Changes a grant for what reads with it, or says why that cannot be. */
  openProfile(grant: ProfileGrant, signal: AbortSignal): Promise<ProfileReader | Extract<SearchReply, { outcome: 'failed' }>>;
}
