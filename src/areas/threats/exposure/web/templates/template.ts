import type { Severity } from '../../../../../core/finding.ts';
import type { DslNode } from './dsl/parse.ts';
import type { Expression } from './expression.ts';

/** A template that may be run: GET and HEAD alone, and nothing in it but what `parse.ts` knows. */
export interface Template {
  id: string;
  title: string;
  severity: Severity;
  tags: readonly string[];
  cpe: string | null;
  cve: readonly string[];
  requests: readonly TemplateRequest[];
}

export interface TemplateRequest {
  method: 'GET' | 'HEAD';
  /** Each begins with a slash. */
  paths: readonly string[];
  headers: Readonly<Record<string, string>>;
  /** How many redirects within the target are followed, 0 to 3. */
  maxRedirects: number;
  maxBytes: number | null;
  stopAtFirstMatch: boolean;
  /** Whether all paths are judged together, as `body_2` wants it. */
  isJudgedAtOnce: boolean;
  matchersCondition: Condition;
  matchers: readonly Matcher[];
  extractors: readonly Extractor[];
}

export type Condition = 'and' | 'or';

interface MatcherOptions {
  part: string;
  condition: Condition;
  negative: boolean;
}

export type Matcher =
  | MatcherOptions & { type: 'word'; words: readonly string[]; ignoresCase: boolean }
  | MatcherOptions & { type: 'regex'; expressions: readonly Expression[] }
  | MatcherOptions & { type: 'status'; numbers: readonly number[] }
  | MatcherOptions & { type: 'size'; numbers: readonly number[] }
  | MatcherOptions & { type: 'dsl'; expressions: readonly DslNode[] };

export type Extractor =
  | { type: 'regex'; name: string | null; part: string; group: number; isInternal: boolean; expressions: readonly Expression[] }
  | { type: 'dsl'; name: string | null; isInternal: boolean; expressions: readonly DslNode[] };

/** `refused`: it may do harm. `notRun`: it needs what is not run here; `features` names it. */
export type ParsedTemplate =
  | { outcome: 'runnable'; template: Template }
  | { outcome: 'refused'; id: string; reasons: readonly string[] }
  | { outcome: 'notRun'; id: string; features: readonly string[] };
