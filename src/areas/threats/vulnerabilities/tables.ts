import { defineTables, type JsonText, type Millis } from '../../../store/index.ts';
import { accountColumns } from '../../platform/account/index.ts';
import { domainColumns } from '../../domains/inventory/index.ts';
import { componentColumns } from '../exposure/index.ts';

const DAY_MS = 86_400_000;

/** A source of data, and how its last reading went; of no account. */
interface VulnSourceTable {
  id: string;
  due_at: Millis;
  tried_at: Millis | null;
  /** When it was last read to its end. */
  read_at: Millis | null;
  /** Up to when the data say what is known. */
  data_as_of: Millis | null;
  /** Why the last try gave nothing; null where it did. */
  failure: string | null;
  /** From where reading goes on; as the source's reader has it. */
  position: JsonText | null;
  /** How often what the index has of it changed. */
  revision: number;
  /** What else it is known by: the model of scores, the version of a catalogue. */
  facts: JsonText;
}

/** What one advisory says of one product that can be found. */
interface VulnEntryTable {
  product: string;
  source: string;
  advisory: string;
  cves: JsonText;
  /** What it says of versions, as `packAffected` writes it. */
  affected: JsonText;
}

/** What is known of a vulnerability besides who is affected. */
interface VulnDetailTable {
  cve: string;
  source: string;
  advisory: string;
  state: string;
  title: string | null;
  published_at: string | null;
  cvss: JsonText;
  ssvc: JsonText | null;
}

interface VulnExploitedTable {
  cve: string;
  source: string;
  title: string | null;
  added_on: string;
  due_on: string | null;
  ransomware: 0 | 1;
}

/** How likely a vulnerability is exploited, in millionths. */
interface VulnScoreTable {
  cve: string;
  millionths: number;
  percentile_millionths: number;
}

interface VulnLifecycleTable {
  product: string;
  lifecycle: JsonText;
}

/** Products of which a source was read whole once: what is not found of them is not known to it. */
interface VulnCoveredTable {
  /** The id of a product, or a release of a distribution (`Debian:12`). */
  product: string;
  source: string;
}

/** The packages of one host, as its own list said. */
interface VulnPackageHostTable {
  id: string;
  account_id: string;
  domain_id: string;
  /** An address or a name. */
  host: string;
  format: string;
  distribution: JsonText | null;
  packages: JsonText;
  package_count: number;
  imported_at: Millis;
}

/** What a host runs, as it was judged last. */
interface VulnComponentTable {
  domain_id: string;
  account_id: string;
  /** The same for the same thing at the same location. */
  fingerprint: string;
  host: string;
  location: string;
  name: string;
  /** The id of its product; null where it is none that is known here. */
  product: string | null;
  version: string | null;
  /** The version of the package of a distribution. */
  package: string | null;
  /** `scan` or `packages`. */
  origin: string;
  /** Whether a source was read whole for its product: otherwise nothing that is not found is known to be absent. */
  judged: 0 | 1;
}

/** A vulnerability of a component at a host, from the first judgement that found it. */
interface VulnMatchTable {
  id: string;
  account_id: string;
  domain_id: string;
  /** The same for the same vulnerability of the same product at the same place. */
  fingerprint: string;
  host: string;
  /** A `FoundComponent`. */
  component: JsonText;
  product: string;
  version: string | null;
  cve: string;
  priority: string;
  /** Sorts by priority, then newest first. */
  position: Millis;
  alert: 0 | 1;
  /** A `RankedMatch`. */
  match: JsonText;
  /** `open`, `acknowledged`, `falsePositive` or `fixed`. */
  state: string;
  /** Who said so, when and why. */
  answer: JsonText | null;
  answer_until: Millis | null;
  first_seen_at: Millis;
  last_judged_at: Millis;
  /** When the component or the vulnerability was found no more. */
  gone_at: Millis | null;
}

/** The outcome of the last judgement of a domain. */
interface VulnJudgementTable {
  domain_id: string;
  account_id: string;
  /** Of everything that was found and of what was said of it. */
  digest: string;
  /** When the first answer of people ends; null where none does. */
  holds_until: Millis | null;
}

/** The tables of this area, by name. */
export interface VulnerabilityTables {
  vuln_source: VulnSourceTable;
  vuln_entry: VulnEntryTable;
  vuln_detail: VulnDetailTable;
  vuln_exploited: VulnExploitedTable;
  vuln_score: VulnScoreTable;
  vuln_lifecycle: VulnLifecycleTable;
  vuln_covered: VulnCoveredTable;
  vuln_package_host: VulnPackageHostTable;
  vuln_component: VulnComponentTable;
  vuln_match: VulnMatchTable;
  vuln_judgement: VulnJudgementTable;
}

export const tables = defineTables<VulnerabilityTables>()('vulnerabilities', {
  vuln_source: { due: [{ column: 'due_at', withinMs: 40 * DAY_MS }] },
  vuln_entry: { key: ['product', 'source', 'advisory'] },
  vuln_detail: { key: ['cve', 'source', 'advisory'] },
  vuln_exploited: { key: ['cve', 'source'] },
  vuln_score: { key: ['cve'] },
  vuln_lifecycle: { key: ['product'] },
  vuln_covered: { key: ['product', 'source'] },
  vuln_package_host: {},
  vuln_component: { key: ['domain_id', 'fingerprint'] },
  vuln_match: { key: ['id'], expires: [{ column: 'gone_at', keptMs: 90 * DAY_MS }] },
  vuln_judgement: { key: ['domain_id'] },
}, [accountColumns, domainColumns, componentColumns]);
