import { defineTables, type JsonText, type Millis } from '../../../store/index.ts';
import { domainColumns } from '../../domains/inventory/index.ts';
import { accountColumns } from '../../platform/account/index.ts';

const DAY_MS = 86_400_000;

/** What came of analysing a site audit; ends with it. */
interface DeepSeoAnalysisTable {
  audit_id: string;
  account_id: string;
  domain_id: string;
  /** The job that is or was at it. */
  job_id: string;
  /** `running`, `done` or `failed`. */
  state: string;
  /** Why it failed. */
  cause: string | null;
  /** `AnalysisSummary` and `Picture`; null before the end. */
  summary: JsonText | null;
  picture: JsonText | null;
  made_at: Millis;
}

/** A page of an audit, with what it is for and how links lead to it. */
interface DeepSeoPageTable {
  audit_id: string;
  page: number;
  url: string;
  title: string | null;
  /** Null for what is no page that could be read. */
  intent: string | null;
  local: 0 | 1;
  mismatch: 0 | 1;
  indexable: 0 | 1;
  inlinks: number;
  outlinks: number;
  depth: number | null;
  /** Thousandths of the mean of internal PageRank. */
  rank: number;
  /** From 1 for the highest rank. */
  rank_order: number;
  orphan: string | null;
  /** Numbers of its groups. */
  topic: number | null;
  duplicate: number | null;
  template: number | null;
  /** `IntentFound`. */
  details: JsonText | null;
  /** What stands for the page, whatever its address is written like; what stands for its main text; and the status that it answered. Null in analyses from before anybody compared them. */
  url_key: string | null;
  text_hash: string | null;
  status: number | null;
}

/** Pages of an audit that belong together. */
interface DeepSeoGroupTable {
  audit_id: string;
  /** `topic`, `competing`, `duplicate` or `template`. */
  kind: string;
  /** From 1 for the largest. */
  nth: number;
  label: string;
  count: number;
  /** `GroupDetails`. */
  details: JsonText;
}

/** Credentials by which a provider is asked of a domain, and how that went. */
interface SearchConnectionTable {
  id: string;
  account_id: string;
  domain_id: string;
  provider: string;
  /** What may be shown of it, such as the property. */
  settings: JsonText;
  /** `SearchDataSecret`, sealed for the id. */
  secret: string;
  /** The audit whose pages were submitted last. */
  cursor: string | null;
  /** `ImportSummary` of the last import that went well. */
  summary: JsonText | null;
  /** Why the last one did not. */
  fault: string | null;
  cause: string | null;
  failing_since: Millis | null;
  tried_at: Millis | null;
  imported_at: Millis | null;
  due_at: Millis;
  created_at: Millis;
}

/** What a search engine reports of a page over 28 days. */
interface SearchPageTable {
  connection_id: string;
  url_key: string;
  url: string;
  clicks: Millis;
  impressions: Millis;
  /** Thousandths of the mean position. */
  position: Millis;
}

/** The same for a query and the page that was shown for it. */
interface SearchQueryTable {
  connection_id: string;
  nth: number;
  url_key: string;
  query: string;
  clicks: Millis;
  impressions: Millis;
  position: Millis;
}

/** How fast browsers found a page. */
interface FieldSpeedTable {
  connection_id: string;
  url_key: string;
  /** `FieldSpeed`. */
  details: JsonText;
}

/** What follows from all that is known of a domain, and when that was calculated. */
interface NextStepsTable {
  domain_id: string;
  account_id: string;
  audit_id: string | null;
  /** `NextSummary`. */
  summary: JsonText;
  made_at: Millis;
}

/** One thing to do; from 1 for what is worth most clicks. */
interface NextStepTable {
  domain_id: string;
  nth: number;
  kind: string;
  /** `NextStep`. */
  details: JsonText;
}

/** The tables of this area, by name. */
export interface DeepSeoTables {
  deep_seo_analysis: DeepSeoAnalysisTable;
  deep_seo_page: DeepSeoPageTable;
  deep_seo_group: DeepSeoGroupTable;
  search_connection: SearchConnectionTable;
  search_page: SearchPageTable;
  search_query: SearchQueryTable;
  field_speed: FieldSpeedTable;
  next_steps: NextStepsTable;
  next_step: NextStepTable;
}

export const tables = defineTables<DeepSeoTables>()('deep-seo', {
  deep_seo_analysis: { key: ['audit_id'] },
  deep_seo_page: { key: ['audit_id', 'page'] },
  deep_seo_group: { key: ['audit_id', 'kind', 'nth'] },
  search_connection: { sealed: { by: 'sealer', columns: ['secret'] }, due: [{ column: 'due_at', withinMs: 3 * DAY_MS }] },
  search_page: { key: ['connection_id', 'url_key'] },
  search_query: { key: ['connection_id', 'nth'] },
  field_speed: { key: ['connection_id', 'url_key'] },
  next_steps: { key: ['domain_id'] },
  next_step: { key: ['domain_id', 'nth'] },
}, [accountColumns, domainColumns]);
