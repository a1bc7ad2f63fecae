import type { RecordName } from '../../../checks/index.ts';
import type { Severity } from '../../../core/finding.ts';
import type { Grade } from '../../../core/score.ts';
import type { ReportPart } from '../../report-section.ts';
import type { CheckResult, CheckupResult } from '../../domains/check/index.ts';

/** Who speaks to the reader of a report. */
export interface Brand {
  name: string;
  /** `#` and six hexadecimal digits. */
  color: string;
  footer: string | null;
}

/** Something that ends; `daysLeft` is negative once it has. */
export interface Ending {
  domain: string;
  what: 'registration' | 'certificate';
  at: string;
  daysLeft: number;
}

/** A change that was seen at a domain. */
export interface Change {
  domain: string;
  at: string;
  kind: string;
  severity: Severity;
  state: string;
  title: string;
  before: string[];
  after: string[];
}

export interface RecordLine {
  record: RecordName;
  status: string;
  issues: number;
  worst: Severity | null;
  /** The scan could not determine all of it. */
  partlyUnknown: boolean;
  /** When it was read, where that was before the scan. */
  asOf: string | null;
}

/** How one domain stands: what its page is made of. Times are ISO 8601 in UTC. */
export interface DomainReport {
  kind: 'domain';
  brand: Brand;
  madeAt: string;
  name: string;
  unicodeName: string;
  client: string | null;
  group: string | null;
  /** Null before the first scan; then nothing else is known of it. */
  checkedAt: string | null;
  score: number | null;
  grade: Grade | null;
  provisional: boolean;
  /** Records without which there is no grade and whose lookup failed. */
  unread: readonly RecordName[];
  verdict: CheckupResult['verdict'] | null;
  records: RecordLine[];
  /** What failed, most severe first; advice comes last. */
  findings: Pick<CheckResult['findings'][number], 'id' | 'record' | 'severity' | 'title' | 'detail' | 'evidence' | 'fix'>[];
  /** What could not be determined, and why. */
  unknown: { record: RecordName; cause: string }[];
  changes: Change[];
  endings: Ending[];
  /** What other parts of the product know of the domain, as far as the caller may see it. */
  sections: (ReportPart & { name: string })[];
}

export interface DomainLine {
  name: string;
  unicodeName: string;
  score: number | null;
  grade: Grade | null;
  issues: number;
  worst: Severity | null;
  openEvents: number;
  checkedAt: string | null;
}

/** How all domains of an account stand, or those with one label. */
export interface AccountReport {
  kind: 'account';
  brand: Brand;
  madeAt: string;
  /** The names of the labels that the domains were chosen by; null where they do not matter. */
  chosenBy: { client: string | null; group: string | null; tag: string | null };
  totals: { domains: number; neverChecked: number; issues: number; openEvents: number };
  /** A null grade counts the scanned domains that could not be graded. */
  grades: { grade: Grade | null; domains: number }[];
  /** Lowest score first, then those without one. */
  domains: DomainLine[];
  /** Most severe first. */
  openEvents: Change[];
  /** Registrations, soonest first. */
  endings: Ending[];
}
