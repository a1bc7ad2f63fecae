import { LOOKUP_FAILED } from './findings/failed-lookup.ts';
import type { FixKind } from './findings/fix-kinds.ts';

/** How much a failed finding matters, most urgent first. `info` never makes an issue. */
export const severities = ['critical', 'high', 'medium', 'low', 'info'] as const;
export type Severity = (typeof severities)[number];

/** `unknown` means that the lookup failed: nothing may be said, and nothing is held against the domain. */
export const findingStates = ['pass', 'fail', 'unknown', 'notApplicable'] as const;
export type FindingState = (typeof findingStates)[number];

export interface Reference {
  title: string;
  url: string;
}

/** What to do. `record` can be pasted into the zone; `kind` says where the work is done. */
export interface Fix {
  kind: FixKind;
  text: string;
  /** The same step by step, where it takes several. */
  steps?: string[] | undefined;
  /** `template` marks a value with names in it that the reader has to choose. */
  record?: { name: string; type: string; value: string; template?: true | undefined } | undefined;
  /** A file to be served as it stands. */
  file?: { url: string; content: string } | undefined;
  portalUrl?: string | undefined;
}

/** One judgement; every area makes these and no others. Its shape in replies is `Finding` in `findings/shape.ts`. */
export interface Finding {
  id: string;
  /** The part of the product that judged. */
  area: string;
  /** The subject within the area: `spf`, `host`, `page`, `control`. */
  record: string;
  severity: Severity;
  state: FindingState;
  title: string;
  /** Why it matters. */
  detail: string;
  /** What was seen, in the words of the source: records, replies, causes. */
  evidence: string[];
  fix: Fix | null;
  references: Reference[];
  /** When it was first seen (ISO 8601, UTC), where the area remembers that. */
  firstSeenAt?: string | undefined;
}

/** The issues of one record: titles of what failed, most severe first, then the failed lookups that it rests on; each text once. */
export function issuesOf(findings: readonly Finding[]): string[] {
  const counting = findings.filter(({ severity }) => severity !== 'info');
  return [...new Set([...failuresOf(counting), ...unknownsOf(counting)])];
}

/** The issues of the whole: what failed, and every failed lookup once, also those that leave their record as it is. */
export function allIssuesOf(findings: readonly Finding[]): string[] {
  const lookups = unknownsOf(findings).filter(title => title.startsWith(LOOKUP_FAILED));
  return [...new Set([...issuesOf(findings), ...lookups])];
}

/** How many issues there are to fix: failed lookups are none. */
export function countIssues(findings: readonly Finding[]): number {
  return new Set(failuresOf(findings.filter(({ severity }) => severity !== 'info'))).size;
}

function failuresOf(findings: readonly Finding[]): string[] {
  return findings.filter(({ state }) => state === 'fail').toSorted(bySeverity).map(({ title }) => title);
}

function unknownsOf(findings: readonly Finding[]): string[] {
  return findings.filter(({ state }) => state === 'unknown').map(({ title }) => title);
}

/** Orders findings from critical to info; equal ones keep their order. */
export function bySeverity(a: Pick<Finding, 'severity'>, b: Pick<Finding, 'severity'>): number {
  return severities.indexOf(a.severity) - severities.indexOf(b.severity);
}
