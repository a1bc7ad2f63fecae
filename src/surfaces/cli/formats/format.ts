import type { CheckResult } from '../../../areas/domains/check/index.ts';
import type { Severity } from '../../../core/finding.ts';
import type { Problem } from '../../../core/problem.ts';

/** How `dss check` writes its results; the last three are one document on all domains, at the end. */
export const checkFormats = ['text', 'json', 'github', 'sarif', 'junit'] as const;
export type CheckFormat = (typeof checkFormats)[number];

/** What came of one domain: what was found, or why nothing could be checked. */
export type Outcome = { domain: string; result: CheckResult } | { domain: string; problem: Problem };

/** The name that an outcome is reported under: as the check wrote it, or as it was asked for. */
export function nameOf(outcome: Outcome): string {
  return 'result' in outcome ? outcome.result.domain : outcome.domain;
}

export type CheckFinding = CheckResult['findings'][number];

/** What a document for other programs is made for. */
export interface DocumentOptions {
  version: string;
  /** The mildest severity that counts as a failure; null where none was named. */
  failOn: Severity | null;
}

/** One document on all domains, whole lines without the last line feed. */
export type Format = (outcomes: readonly Outcome[], options: DocumentOptions) => string;

/** What to do about a finding and how it shows, in lines for people. */
export function explain({ detail, evidence, fix }: CheckFinding): string[] {
  const record = fix?.record;
  return [
    detail,
    ...evidence.map(text => `Seen: ${text}`),
    ...(fix ? [`Fix: ${fix.text}`] : []),
    ...(record ? [`Publish: ${record.name} ${record.type} ${record.value}`] : []),
  ];
}
