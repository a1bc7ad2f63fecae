import { days, type OpeningHours } from '../businesses/hours.ts';
import type { FieldResult, ListingField } from './compare.ts';
import type { MarkupCheck } from './markup.ts';
import type { Profile } from './profile.ts';

export const sourceKinds = ['website', 'directory', 'businessProfile'] as const;
export type SourceKind = (typeof sourceKinds)[number];

/** What one source says; `unknown` where it could not be read, with the cause: then it has no fields. */
export interface SourceResult {
  kind: SourceKind;
  url: string | null;
  state: 'read' | 'unknown';
  cause: string | null;
  fields: FieldResult[];
  markup: MarkupCheck | null;
}

/** A field that a source states otherwise, and what to do. */
export interface Difference {
  field: ListingField | 'hours';
  kind: SourceKind;
  url: string | null;
  seen: string;
  expected: string;
  fix: string;
}

/** A check of the listings of a business, as it is kept. */
export interface ListingResult {
  sources: SourceResult[];
  differences: Difference[];
  /** `missing`: no page of the website has markup of a local business; `unknown`: no page of it was read. */
  markup: 'present' | 'missing' | 'unknown';
  /** Null where the business names no location, or the account has no grant; a phrase where it could not be read. */
  profile: Profile | string | null;
}

const fixes: Readonly<Record<SourceKind, string>> = {
  website: 'Correct it on this page, or the business here where the page is right.',
  directory: 'Claim the entry at the directory and correct it there.',
  businessProfile: 'Correct it in Google Business Profile: map services and directories copy it.',
};

/** What differs, over all sources. */
export function differencesOf(sources: readonly SourceResult[], expected: Readonly<Record<ListingField, string | null>>): Difference[] {
  return sources.flatMap(({ kind, url, fields }) => fields.flatMap(({ field, verdict, seen }) => (verdict === 'differs' ? [{ field, kind, url, seen: seen!, expected: expected[field]!, fix: fixes[kind] }] : [])));
}

/** Opening hours that the profile states otherwise; nothing where one of them is not known. */
export function hoursDifference(entered: OpeningHours | null, stated: OpeningHours | null): Difference[] {
  if (entered === null || stated === null || stated.length === 0) return [];
  const [ours, theirs] = [spelled(entered), spelled(stated)];
  return ours === theirs ? [] : [{ field: 'hours', kind: 'businessProfile', url: null, seen: theirs, expected: ours, fix: fixes.businessProfile }];
}

function spelled(hours: OpeningHours): string {
  return hours.flatMap(({ days: on, opens, closes }) => on.map(day => [days.indexOf(day), opens, closes] as const))
    .toSorted(([one, from], [other, to]) => one - other || (from < to ? -1 : 1)).map(([day, opens, closes]) => `${days[day]} ${opens}-${closes}`).join(', ') || 'closed';
}

/** How much of what sources state agrees: differences count, what was not seen does not. */
export function consistencyOf(sources: readonly SourceResult[]): { matching: number; differing: number; unknownSources: number; share: number | null } {
  const count = (verdict: FieldResult['verdict']): number => sources.reduce((sum, { fields }) => sum + fields.filter(one => one.verdict === verdict).length, 0);
  const [matching, differing] = [count('match'), count('differs')];
  return { matching, differing, unknownSources: sources.filter(({ state }) => state === 'unknown').length, share: matching + differing === 0 ? null : Math.round(10_000 * matching / (matching + differing)) / 100 };
}
