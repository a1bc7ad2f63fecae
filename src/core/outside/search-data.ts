/** Services that tell owners of a website how search engines and browsers meet it, or that take their pages. */
export const searchDataProviders = ['searchConsole', 'bingWebmaster', 'crux', 'indexNow'] as const;
export type SearchDataProvider = (typeof searchDataProviders)[number];

/** What proves to a provider who asks. Search Console takes the grant of a person or the key of a service account (PEM). */
export type SearchDataSecret =
  | { clientId: string; clientSecret: string; refreshToken: string }
  | { clientEmail: string; privateKey: string }
  | { apiKey: string };

/** One request to a provider, without address and credentials. */
export interface SearchDataRequest {
  /** Below the address of the provider, with its query. */
  path: string;
  /** JSON: makes it a POST. */
  json?: string;
}

/** What a provider answers; causes are phrases for people, and hold neither credentials nor anything of a reply. */
export type SearchDataReply =
  /** `json` is undefined where the body is no JSON; `retryAfterMs` is for how long it asks to be left alone, null where it does not say. */
  | { outcome: 'answered'; status: number; json: unknown; retryAfterMs: number | null }
  /** No access token is given for the credentials. */
  | { outcome: 'refused'; cause: string }
  | { outcome: 'failed'; cause: string };

/** The providers, at public addresses or at the mirror that the operator named. */
export interface SearchData {
  /** False where the operator lets none be asked. */
  isOn: boolean;
  /** Asks in the name of `secret`; an access token that it needs is asked for once. Each call may be made several times, and none throws. */
  open(provider: SearchDataProvider, secret: SearchDataSecret, signal: AbortSignal): (request: SearchDataRequest) => Promise<SearchDataReply>;
}
