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
  /** `[id, name | null][]` in order. */
  listings: JsonText | null;
}

/** Points of grids that an account asked for on a day. */
interface SpendingTable {
  account_id: string;
  /** Its beginning, UTC. */
  day: Millis;
  points: number;
}

/** When the bucket of a provider has a turn again, whoever takes it; of no account. */
interface SearchTurnTable {
  provider: string;
  due_at: Millis;
}

/** The tables of this area, by name. */
export interface LocalSeoTables {
  local_business: BusinessTable;
  local_scan: ScanTable;
  local_scan_point: ScanPointTable;
  local_spending: SpendingTable;
  local_search_turn: SearchTurnTable;
}

export const tables = defineTables<LocalSeoTables>()('local-seo', {
  local_business: { key: ['id'] },
  local_scan: { key: ['id'] },
  local_scan_point: { key: ['scan_id', 'keyword', 'point'] },
  local_spending: { key: ['account_id', 'day'], expires: [{ column: 'day', keptMs: 7 * DAY_MS }] },
  local_search_turn: { key: ['provider'], expires: [{ column: 'due_at', keptMs: DAY_MS }] },
}, [accountColumns, domainColumns, runColumns, jobColumns]);
