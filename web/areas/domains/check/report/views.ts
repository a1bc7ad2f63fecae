import type { ReactNode } from 'react';
import type { Records, ReportFinding, ReportRecord } from './types.ts';

/** What a record is shown with, besides itself. */
export interface ViewContext {
  /** When it was checked, ISO 8601. */
  at: string;
  /** The findings on this record; none while the check is under way. */
  findings: readonly ReportFinding[];
}

/** How one record is shown: a line that says the most important, and all that is worth knowing below it. */
export interface RecordView<Name extends ReportRecord> {
  line: (record: Records[Name], context: ViewContext) => string;
  Body: (props: { record: Records[Name]; context: ViewContext }) => ReactNode;
}

export type RecordViews<Names extends ReportRecord> = { readonly [Name in Names]: RecordView<Name> };

const DAY_MS = 86_400_000;

/** Whole days from `from` to `to`, both ISO 8601; negative where it has passed. */
export function daysBetween(from: string, to: string): number {
  return Math.floor((Date.parse(to) - Date.parse(from)) / DAY_MS);
}

/** The texts in a field that the reply holds beyond its schema. */
export function textsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter(one => typeof one === 'string') : [];
}

/** `TLS 1.3` for `TLSv1.3`. */
export function spell(protocol: string): string {
  return protocol.replace(/^(TLS|SSL)v/, '$1 ');
}
