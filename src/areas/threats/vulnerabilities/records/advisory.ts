import type { VersionScheme } from '../versions/index.ts';

/** Whether a version has a flaw: `unknown` where nothing says so, which is never the same as `unaffected`. */
export const statuses = ['affected', 'unaffected', 'unknown'] as const;
export type VersionStatus = (typeof statuses)[number];

/** Where advisories are from. */
export type AdvisorySource = 'cve' | 'osv' | 'nvd' | 'retire';

/** What one source says of one vulnerability, in one form for all sources. */
export interface Advisory {
  source: AdvisorySource;
  /** The source's own id. */
  id: string;
  /** The CVE ids that it is known by; advisories of distributions can name several. */
  cves: readonly string[];
  /** `rejected` and `withdrawn` ones say nothing any more; `disputed` ones are denied by the authors of the product. */
  state: 'published' | 'rejected' | 'withdrawn' | 'disputed';
  title: string | null;
  publishedAt: string | null;
  modifiedAt: string | null;
  affected: readonly Affected[];
  cvss: readonly Cvss[];
  ssvc: Ssvc | null;
}

/** One product of an advisory, with its versions. */
export interface Affected {
  name: ProductName;
  /** What holds for versions that no rule speaks of. */
  otherwise: VersionStatus;
  /** The first that speaks of a version decides (CVE Record Format 5, `versions`). */
  rules: readonly VersionRule[];
  /** How many statements about affected versions are in no form that can be compared. */
  unreadable: number;
  /** Products of which one of each row must be on the same host too, as `vendor:product` of their CPE names. */
  requires: readonly (readonly string[])[];
  /** The stream of a module whose packages it is about, `nodejs:18`; left out where none is named. */
  module?: string;
}

/** Everything that a source calls a product by. */
export interface ProductName {
  /** `vendor:product` of CPE names. */
  cpes: readonly string[];
  /** Vendor and product in the words of a CVE record. */
  words: { vendor: string; product: string } | null;
  /** The package, in the ecosystem as OSV writes it (`Debian:12`, `npm`). */
  package: { ecosystem: string; name: string } | null;
}

/** Versions from `from` to `to`; null stands for no such end. */
export interface VersionRule {
  status: VersionStatus;
  scheme: VersionScheme;
  from: string | null;
  isFromIncluded: boolean;
  to: string | null;
  isToIncluded: boolean;
  /** Versions within, at which the status changes. */
  changes: readonly { at: string; status: VersionStatus }[];
}

export interface Cvss {
  /** 2.0, 3.0, 3.1 or 4.0. */
  version: string;
  /** 0 to 10; null where only the vector is given. */
  score: number | null;
  vector: string | null;
  /** Who scored. */
  by: string;
}

/** What CISA decided about a vulnerability (Stakeholder-Specific Vulnerability Categorization). */
export interface Ssvc {
  exploitation: 'none' | 'poc' | 'active' | null;
  isAutomatable: boolean | null;
  technicalImpact: 'partial' | 'total' | null;
}
