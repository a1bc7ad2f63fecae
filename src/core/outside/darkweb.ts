/** Who knows of leaked credentials and of claims of ransomware groups. */
export const darkwebSources = ['hibp', 'hudsonRock', 'ransomwareLive', 'leakCheck', 'intelX', 'dehashed'] as const;
export type DarkwebSource = (typeof darkwebSources)[number];

/** One question to a source. Nothing in `path` may be an address of a person: paths stand in logs on the way. */
export interface DarkwebQuestion {
  /** Behind the address of the source, with its query. */
  path: string;
  /** JSON: makes it a POST. */
  json?: string;
}

/** What a source answers; causes are phrases for people, and hold nothing of a reply. */
export type DarkwebReply =
  /** `json` is undefined for an empty body. */
  | { outcome: 'answered'; json: unknown }
  /** 404: the source knows nothing of what was asked for. */
  | { outcome: 'absent' }
  /** 429; `retryAfterMs` is for how long the source asks to be left alone, null where it does not say. */
  | { outcome: 'limited'; retryAfterMs: number | null }
  /** 400: what was asked is refused. 401: the key is refused. 403: the key, or its plan, does not reach so far. */
  | { outcome: 'refused'; status: 400 | 401 | 403 }
  | { outcome: 'failed'; cause: string };

/** The sources, at public addresses or at the mirror that the operator named. */
export interface Darkweb {
  /** Whether the operator wants the source to be asked, and it has the key that it needs. */
  isConfigured(source: DarkwebSource): boolean;
  /** Between two questions to a source, in milliseconds. */
  pauseMs(source: DarkwebSource): number;
  /** For how long what sources report is kept after they reported it last, in milliseconds. */
  keptMs: number;
  /** Never throws; a reply that is cut off, too large or no JSON is `failed`. */
  ask(source: DarkwebSource, question: DarkwebQuestion, signal: AbortSignal): Promise<DarkwebReply>;
}
