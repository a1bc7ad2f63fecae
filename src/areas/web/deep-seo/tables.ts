import { defineTables, type JsonText, type Millis } from '../../../store/index.ts';
import { domainColumns } from '../../domains/inventory/index.ts';
import { accountColumns } from '../../platform/account/index.ts';

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

/** The tables of this area, by name. */
export interface DeepSeoTables {
  deep_seo_analysis: DeepSeoAnalysisTable;
  deep_seo_page: DeepSeoPageTable;
  deep_seo_group: DeepSeoGroupTable;
}

export const tables = defineTables<DeepSeoTables>()('deep-seo', {
  deep_seo_analysis: { key: ['audit_id'] },
  deep_seo_page: { key: ['audit_id', 'page'] },
  deep_seo_group: { key: ['audit_id', 'kind', 'nth'] },
}, [accountColumns, domainColumns]);
