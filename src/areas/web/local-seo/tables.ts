import { defineTables, jobColumns, type JsonText, type Millis } from '../../../store/index.ts';
import { domainColumns } from '../../domains/inventory/index.ts';
import { accountColumns } from '../../platform/account/index.ts';
import { runColumns } from '../../platform/runs/index.ts';

const DAY_MS = 86_400_000;

/** A business with an address. */
interface BusinessTable {
  id: string;
  account_id: string;
  /** The domain of its website, where that is in the inventory. */
  domain_id: string | null;
  name: string;
  address: string | null;
  phone: string | null;
  website: string | null;
  language: string;
  country: string | null;
  lat: number;
  lng: number;
  google_id: string | null;
  osm_id: string | null;
  /** `OpeningHours[]`; null where nobody entered them. */
  hours: JsonText | null;
  time_zone: string | null;
  /** `ScanSchedule`; null where grids are not scanned regularly. */
  schedule: JsonText | null;
  scan_due_at: Millis | null;
  /** Why the last scheduled scan was skipped; null where it was. */
  skipped: string | null;
  /** Addresses of pages that list it, `string[]`. */
  pages: JsonText | null;
  /** Its location in Google Business Profile, `accounts/…/locations/…`. */
  profile: string | null;
  created_at: Millis;
  updated_at: Millis;
}

/** A scan of a grid; its id is that of its run. */
interface ScanTable {
  id: string;
  account_id: string;
  business_id: string;
  provider: string;
  /** `ScanSettings`. */
  settings: JsonText;
  /** Points of the grid, times the keywords. */
  points: number;
  /** `completed` or `partial`; null before the end. */
  state: string | null;
  /** Why it ended early; null where it did not. */
  cause: string | null;
  /** `KeywordSummary[]`. */
  summary: JsonText | null;
  created_at: Millis;
  finished_at: Millis | null;
}

/** A point that was asked for, by the numbers of its keyword and of its place in the grid. */
interface ScanPointTable {
  scan_id: string;
  keyword: number;
  point: number;
  /** `asked`, then `answered` or `failed`; `interrupted` where the program ended in between. */
  state: string;
  rank: number | null;
  /** What the provider calls the business there. */
  own_id: string | null;
  cause: string | null;
  /** `ListingFacts[]` in order. */
  listings: JsonText | null;
}

/** What opens a provider for an account. */
interface ProviderKeyTable {
  id: string;
  account_id: string;
  provider: string;
  /** `Credentials`, sealed for the id. */
  secret: string;
  created_at: Millis;
}

/** What pages said of a business; its id is that of its run. */
interface ListingCheckTable {
  id: string;
  account_id: string;
  business_id: string;
  /** `ListingResult`. */
  result: JsonText;
  at: Millis;
}

/** How a provider rated a business, or one that was found around it. */
interface RatingTable {
  business_id: string;
  provider: string;
  listing_id: string;
  at: Millis;
  own: 0 | 1;
  rating: number | null;
  reviews: number | null;
}

/** When the bucket of a provider has a turn again, whoever takes it; of no account. */
interface SearchTurnTable {
  provider: string;
  due_at: Millis;
}

/** A keyword that is checked regularly for a domain. */
interface TrackedKeywordTable {
  id: string;
  account_id: string;
  domain_id: string;
  /** What makes checks comparable; see `seriesOf`. */
  series: string;
  keyword: string;
  /** `RankSettings` without keywords. */
  settings: JsonText;
  every_days: number;
  /** What a check may cost, in US dollars. */
  max_usd: number;
  /** Null while it is switched off. */
  due_at: Millis | null;
  /** Why the last scheduled check was skipped; null where it was. */
  skipped: string | null;
  created_at: Millis;
}

/** A check of keywords for a domain; its id is that of its run. */
interface RankCheckTable {
  id: string;
  account_id: string;
  domain_id: string;
  /** `RankSettings`. */
  settings: JsonText;
  /** `completed` or `partial`; null before the end. */
  state: string | null;
  cause: string | null;
  created_at: Millis;
  finished_at: Millis | null;
}

/** What a check gave for a keyword, by its number. */
interface WebRankTable {
  check_id: string;
  keyword: number;
  domain_id: string;
  series: string;
  /** `asked`, then `answered` or `failed`; `interrupted` where the program ended in between. */
  state: string;
  rank: number | null;
  /** The page of the domain that ranks. */
  url: string | null;
  /** `string[]`. */
  features: JsonText | null;
  pack_rank: number | null;
  /** Web results that there were. */
  depth: number | null;
  /** `AiPresence`; null where the provider does not say. */
  ai: JsonText | null;
  cause: string | null;
  at: Millis;
}

/** The tables of this area, by name. */
export interface LocalSeoTables {
  local_business: BusinessTable;
  local_scan: ScanTable;
  local_scan_point: ScanPointTable;
  local_provider_key: ProviderKeyTable;
  local_listing_check: ListingCheckTable;
  local_rating: RatingTable;
  local_search_turn: SearchTurnTable;
  tracked_keyword: TrackedKeywordTable;
  rank_check: RankCheckTable;
  web_rank: WebRankTable;
}

export const tables = defineTables<LocalSeoTables>()('local-seo', {
  local_business: { key: ['id'], due: [{ column: 'scan_due_at', withinMs: 110 * DAY_MS }] },
  local_scan: { key: ['id'] },
  local_scan_point: { key: ['scan_id', 'keyword', 'point'] },
  local_provider_key: { key: ['id'], sealed: { by: 'sealer', columns: ['secret'] } },
  local_listing_check: { key: ['id'] },
  local_rating: { key: ['business_id', 'provider', 'listing_id', 'at'], expires: [{ column: 'at', keptMs: 400 * DAY_MS }] },
  tracked_keyword: { key: ['id'], due: [{ column: 'due_at', withinMs: 100 * DAY_MS }] },
  rank_check: { key: ['id'] },
  web_rank: { key: ['check_id', 'keyword'] },
  local_search_turn: { key: ['provider'], expires: [{ column: 'due_at', keptMs: DAY_MS }] },
}, [accountColumns, domainColumns, runColumns, jobColumns]);
