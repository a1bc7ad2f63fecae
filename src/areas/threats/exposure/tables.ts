import { defineTables, jobColumns, publish, type JsonText, type Millis } from '../../../store/index.ts';
import { domainColumns } from '../../domains/inventory/index.ts';
import { accountColumns } from '../../platform/account/index.ts';
import { runColumns } from '../../platform/runs/index.ts';

const DAY_MS = 86_400_000;

/** When a domain is scanned next. */
interface ExposureWatchTable {
  domain_id: string;
  account_id: string;
  profile: string;
  due_at: Millis;
  /** Why the last scheduled scan did not happen; null where it did. */
  missed: string | null;
}

/** A scan of the hosts of a domain; its id is that of its run. */
interface ExposureScanTable {
  id: string;
  account_id: string;
  domain_id: string;
  profile: string;
  /** The domain by whose proof of ownership it was allowed. */
  proof: string;
  state: string;
  /** When each stage began, in epoch milliseconds: a run that is resumed has no more time than one that is not. */
  begun: JsonText;
  /** Figures of the whole; null before the end. */
  summary: JsonText | null;
  started_at: Millis;
  finished_at: Millis | null;
}

/** An address that the domain or a name below it had when it was scanned. */
interface ExposureHostTable {
  scan_id: string;
  address: string;
  names: JsonText;
  /** `full`: all ports of the profile; `web`: 80, 443 and published mail ports; `none`: no packet. */
  scope: string;
  /** Why it is not `full`. */
  reason: string | null;
  /** The content delivery network or platform whose machine this is; null for none that is known. */
  edge: string | null;
  wildcard: 0 | 1;
  rtt_ms: number | null;
}

/** One stage at one address, committed with what it found. */
interface ExposureStepTable {
  scan_id: string;
  stage: string;
  address: string;
  outcome: string;
  /** Why not all was tested. */
  cause: string | null;
  /** Figures of the stage, and what it found besides rows of its own. */
  details: JsonText | null;
  at: Millis;
}

/** An open port. */
interface ExposurePortTable {
  scan_id: string;
  address: string;
  port: number;
  transport: string;
  verified: 0 | 1;
  rtt_ms: number | null;
  service: JsonText | null;
  tls: JsonText | null;
  http: JsonText | null;
  /** What the website behind it shows. */
  web: JsonText | null;
}

/** What is wrong at one location, from the first time it was seen. */
interface ExposureFindingTable {
  id: string;
  account_id: string;
  domain_id: string;
  /** The same for the same fault, whatever its text. */
  fingerprint: string;
  address: string;
  port: number | null;
  /** The stage that finds it: without it nothing is said of its end. */
  stage: string;
  severity: string;
  verified: string;
  finding: JsonText;
  state: string;
  change: string;
  /** The scan that changed it last, and the one that saw it last. */
  changed_in: string;
  seen_in: string;
  first_seen_at: Millis;
  last_seen_at: Millis;
  resolved_at: Millis | null;
  exception: JsonText | null;
  excepted_until: Millis | null;
}

/** A program, library or system that is in use at one location, one row a version, from the first scan that saw it to the last. */
export interface ExposureComponentTable {
  id: string;
  account_id: string;
  domain_id: string;
  /** The same for the same version at the same place. */
  fingerprint: string;
  /** The scan that saw it last. */
  scan_id: string;
  address: string;
  port: number | null;
  /** Where it was seen, for people: an address with a port, or that of a page or script. */
  location: string;
  kind: string;
  vendor: string | null;
  product: string;
  version: string | null;
  /** `{distribution, release, package, version}`; null where no distribution shows. */
  distribution: JsonText | null;
  /** A list of CPE 2.3 names, the usual one first. */
  cpe23: JsonText;
  purl: string | null;
  /** What showed it, at most 256 characters, redacted. */
  evidence: string;
  confidence: string;
  first_seen_at: Millis;
  last_seen_at: Millis;
}

/** An address that a person has confirmed. */
interface ExposureAddressTable {
  account_id: string;
  domain_id: string;
  address: string;
  confirmed_by: string;
  confirmed_at: Millis;
}

/** Addresses and domains that no account scans; of the operator. */
interface ExposureOptOutTable {
  id: string;
  /** A range in CIDR form, or a domain with all names below it. */
  target: string;
  note: string | null;
  created_at: Millis;
}

/** Who may send packets to an address now; of no account. */
interface ExposureLeaseTable {
  address: string;
  holder: string;
  held_until: Millis;
}

/** The tables of this area, by name. */
export interface ExposureTables {
  exposure_watch: ExposureWatchTable;
  exposure_scan: ExposureScanTable;
  exposure_host: ExposureHostTable;
  exposure_step: ExposureStepTable;
  exposure_port: ExposurePortTable;
  exposure_finding: ExposureFindingTable;
  exposure_component: ExposureComponentTable;
  exposure_address: ExposureAddressTable;
  exposure_opt_out: ExposureOptOutTable;
  exposure_lease: ExposureLeaseTable;
}

/** What later areas may read of the components that are in use now. */
export const componentColumns = publish<ExposureComponentTable>()('exposure_component', [
  'id', 'account_id', 'domain_id', 'address', 'location', 'product', 'version', 'distribution', 'cpe23', 'purl', 'evidence', 'last_seen_at',
]);

export const tables = defineTables<ExposureTables>()('exposure', {
  exposure_watch: { due: [{ column: 'due_at', withinMs: 40 * DAY_MS }] },
  exposure_scan: {},
  exposure_host: { key: ['scan_id', 'address'] },
  exposure_step: { key: ['scan_id', 'stage', 'address'] },
  exposure_port: { key: ['scan_id', 'address', 'port', 'transport'] },
  exposure_finding: {},
  exposure_component: {},
  exposure_address: { key: ['domain_id', 'address'] },
  exposure_opt_out: {},
  exposure_lease: { key: ['address'], expires: [{ column: 'held_until', keptMs: DAY_MS }] },
}, [accountColumns, domainColumns, runColumns, jobColumns]);
