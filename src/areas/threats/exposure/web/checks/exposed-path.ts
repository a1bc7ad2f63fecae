import type { Severity } from '../../../../../core/finding.ts';
import type { exposedPathRules } from './rules.ts';

export type ExposedPathRule = keyof typeof exposedPathRules;

/** What a reply has to be like; all that is given must hold. */
export interface Signature {
  /** Left out: 200 alone. */
  status?: readonly number[];
  /** Each must occur in the first 64 KiB of the body. Bytes that are no UTF-8 are U+FFFD there. */
  body?: readonly RegExp[];
  /** None may occur. */
  bodyWithout?: readonly RegExp[];
  /** By header name in lower case. */
  headers?: Readonly<Record<string, RegExp>>;
}

/** One thing that a server should not show to everybody, and where it is asked for. */
export interface ExposedPathCheck {
  id: string;
  rule: ExposedPathRule;
  title: string;
  /** Where it is not that of the rule. */
  severity?: Severity;
  paths: readonly string[];
  signature: Signature;
}

/** Something that a server shows to everybody. */
export interface ExposedPath {
  /** The id of the check. */
  id: string;
  rule: ExposedPathRule;
  title: string;
  severity: Severity;
  path: string;
  /** `inconclusive`: the second request or the control failed, or the second reply was another one. */
  verified: 'verified' | 'inconclusive';
  evidence: { location: string; size: number; match: string };
}
