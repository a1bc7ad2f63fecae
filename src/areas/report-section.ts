import { planCovers, type KnownCaller, type Plan, type Scope } from '../core/access.ts';
import type { Severity } from '../core/finding.ts';
import type { AreaTexts, Spoken } from '../core/texts.ts';
import type { Db } from '../store/index.ts';

/** Rows under a heading for each column; the first cell names the row, and a severity is worded by the report. */
export interface ReportTable {
  caption: string;
  heads: readonly string[];
  rows: readonly (readonly (string | { severity: Severity })[])[];
  /** What stands there when it has no rows. */
  none: string;
  /** How many rows are left out, in words; null where none are. */
  more: string | null;
}

/** What an area says of a domain in the report on it. */
export interface ReportPart {
  heading: string;
  paragraphs: readonly string[];
  tables: readonly ReportTable[];
}

export interface ReportQuestion {
  db: Db;
  domainId: string;
  /** Epoch milliseconds. */
  now: number;
  /** Gives texts in the language of the report. */
  say<Texts extends object>(texts: AreaTexts<Texts>): Spoken<Texts>;
}

/** A section that an area adds to the report on a domain. */
export interface ReportSection {
  /** Its name in the report as data. */
  name: string;
  /** Keys without this scope get the report without the section, and so do accounts of a cheaper plan. */
  scope: Scope;
  plan: Plan;
  /** Null where the area knows nothing of the domain. */
  read(question: ReportQuestion): Promise<ReportPart | null>;
}

/** The sections that the caller may see, in their order. */
export function sectionsFor(sections: readonly ReportSection[], caller: KnownCaller): ReportSection[] {
  return sections.filter(({ scope, plan }) => planCovers(caller.account.plan, plan) && (caller.kind === 'session' || caller.scopes.includes(scope)));
}
