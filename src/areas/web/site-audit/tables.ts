import { defineTables, jobColumns, type JsonText, type Millis } from '../../../store/index.ts';
import { domainColumns } from '../../domains/inventory/index.ts';
import { accountColumns } from '../../platform/account/index.ts';
import { runColumns } from '../../platform/runs/index.ts';

const DAY_MS = 86_400_000;

/** An audit of a website; its id is that of its run. */
interface SiteAuditTable {
  id: string;
  account_id: string;
  domain_id: string;
  settings: JsonText;
  state: string;
  /** Which limit ended it early; null where none did. */
  cut: string | null;
  /** Why it could not stay signed in. */
  cut_cause: string | null;
  /** Addresses that were numbered, that were fetched, and that were found beyond the limit of pages. */
  known: number;
  done: number;
  beyond: number;
  bytes: Millis;
  /** What pages refer to and was not asked for, since there was more than the audit may ask for. */
  targets_beyond: number;
  /** 0 to 100; null before the end. */
  score: number | null;
  summary: JsonText | null;
  started_at: Millis;
  finished_at: Millis | null;
}

/** What an origin asks of crawlers, read once an audit. */
interface SiteAuditHostTable {
  audit_id: string;
  origin: string;
  /** Null where nothing answered. */
  robots_status: number | null;
  robots: string;
  /** Why it could not be read. */
  robots_cause: string | null;
  /** The DNS said that the host has no address. */
  robots_absent: 0 | 1;
  /** `Unreachable`, where no connection was made. */
  robots_failure: JsonText | null;
  /** What its sitemaps were like; null where none was looked for. */
  sitemaps: JsonText | null;
}

/** An address of the site: to be fetched, or as it was found. */
interface SiteAuditPageTable {
  audit_id: string;
  /** In the order of discovery, from 1. */
  page: number;
  /** A hash of what makes the address one page. */
  url_key: string;
  url: string;
  /** How it was found first: `start`, `link`, `sitemap`, `list`, `redirect` or `reference`. */
  source: string;
  /** Clicks from the start; what only sitemaps know lies behind all others. */
  rank: number;
  in_sitemap: 0 | 1;
  state: string;
  status: number | null;
  outcome: string | null;
  title: string | null;
  indexable: 0 | 1 | null;
  issues: number;
  /** The worst of its issues. */
  severity: string | null;
  /** `PageFacts` without links, packed. */
  facts: string | null;
  /** What pages of one template have in common; null for what is no page in HTML. */
  template: string | null;
  /** Scripts write the page. */
  shell: 0 | 1 | null;
  /** `waiting` for a browser, or how what it showed compares: `same`, `changed`, or `failed`; null where no browser is to show it. */
  rendering: string | null;
  /** `Comparison`, or why the browser showed nothing. */
  comparison: JsonText | null;
  /** `Extracted`. */
  extracted: JsonText | null;
}

/** A link from a page, once for each target. */
interface SiteAuditLinkTable {
  audit_id: string;
  page: number;
  ordinal: number;
  /** The page of the audit that it leads to; null for other sites and beyond the limit, which have `url`. */
  target: number | null;
  url: string | null;
  anchor: string;
  follow: 0 | 1;
}

/** An address that pages refer to and that is no page of the site. */
interface SiteAuditTargetTable {
  audit_id: string;
  /** In the order of discovery, from 1. */
  target: number;
  url: string;
  host: string;
  /** Of a host that the account has proven. */
  own: 0 | 1;
  /** The sum of what it is to pages: 1 a link, 2 an image, 4 a style sheet or script, 8 a canonical or another version. */
  kinds: number;
  state: string;
  outcome: string | null;
  status: number | null;
  bytes: Millis | null;
  /** `TargetAnswer`. */
  facts: JsonText | null;
}

/** What is wrong with a page, or with the site (page 0). */
interface SiteAuditIssueTable {
  audit_id: string;
  check_id: string;
  /** Of its page, so that audits can be compared. */
  url_key: string;
  page: number;
  severity: string;
  evidence: JsonText;
  /** Whether a pattern of the account takes it out. */
  excluded: 0 | 1;
}

/** How severe a check is to an account. */
interface SiteAuditSeverityTable {
  account_id: string;
  check_id: string;
  severity: string;
}

/** Addresses of a domain whose issues do not count. */
interface SiteAuditExclusionTable {
  account_id: string;
  domain_id: string;
  /** As in robots.txt. */
  pattern: string;
}

/** How often the patterns of a domain were changed, and up to which change the issues of its last audit follow them. */
interface SiteAuditExclusionChangeTable {
  domain_id: string;
  account_id: string;
  changed: number;
  judged: number;
}

/** How to sign in to the site of a domain. */
interface SiteAuditSignInTable {
  domain_id: string;
  account_id: string;
  /** `SignIn`, sealed for the domain. */
  sign_in: string;
  changed_at: Millis;
}

/** When a host can bear the next request, whoever makes it; of no account. */
interface CrawledHostTable {
  host: string;
  due_at: Millis;
}

/** Who has a connection to a host now; of no account. */
interface CrawlConnectionTable {
  host: string;
  slot: number;
  holder: string;
  held_until: Millis;
}

/** The tables of this area, by name. */
export interface SiteAuditTables {
  site_audit: SiteAuditTable;
  site_audit_host: SiteAuditHostTable;
  site_audit_page: SiteAuditPageTable;
  site_audit_link: SiteAuditLinkTable;
  site_audit_target: SiteAuditTargetTable;
  site_audit_issue: SiteAuditIssueTable;
  site_audit_severity: SiteAuditSeverityTable;
  site_audit_exclusion: SiteAuditExclusionTable;
  site_audit_exclusion_change: SiteAuditExclusionChangeTable;
  site_audit_sign_in: SiteAuditSignInTable;
  crawled_host: CrawledHostTable;
  crawl_connection: CrawlConnectionTable;
}

export const tables = defineTables<SiteAuditTables>()('site-audit', {
  site_audit: {},
  site_audit_host: { key: ['audit_id', 'origin'] },
  site_audit_page: { key: ['audit_id', 'page'] },
  site_audit_link: { key: ['audit_id', 'page', 'ordinal'] },
  site_audit_target: { key: ['audit_id', 'target'] },
  site_audit_issue: { key: ['audit_id', 'check_id', 'url_key'] },
  site_audit_severity: { key: ['account_id', 'check_id'] },
  site_audit_exclusion: { key: ['domain_id', 'pattern'] },
  site_audit_exclusion_change: { key: ['domain_id'] },
  site_audit_sign_in: { key: ['domain_id'], sealed: { by: 'sealer', columns: ['sign_in'], key: 'domain_id' } },
  crawled_host: { key: ['host'], expires: [{ column: 'due_at', keptMs: DAY_MS }] },
  crawl_connection: { key: ['host', 'slot'], expires: [{ column: 'held_until', keptMs: DAY_MS }] },
}, [accountColumns, domainColumns, runColumns, jobColumns]);
