import type { ScanResult } from '../check/index.ts';
import type { EventKind } from './kinds.ts';
import type { Severity } from '../../../core/finding.ts';
import type { SubjectName } from './subjects.ts';
import type { Value } from './value.ts';

/** A change as it is reported. */
export interface Change {
  kind: EventKind;
  severity: Severity;
  /** A sentence without the name of the domain and without a full stop. */
  title: string;
}

/** Nothing to tell: `follow` takes the new value as accepted, `keep` stays with the old one, for the two cannot be compared. */
export type Verdict = Change | 'follow' | 'keep';

/** A value compared with the accepted one. */
export interface Case {
  before: Value;
  after: Value;
  added: readonly string[];
  removed: readonly string[];
  /** The scan that saw `after`. */
  result: ScanResult;
  /** What is accepted of another subject; null where nothing is. */
  accepted: (subject: SubjectName) => Value | null;
  /** What was accepted of this subject in former times. */
  former: Value;
}
