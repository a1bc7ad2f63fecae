import type { ComponentCategory } from '../component.ts';

/** Where a fingerprint looks; `header`, `cookie` and `meta` look at the value that has the name. */
export type Source = { in: 'header' | 'cookie' | 'meta'; name: string } | { in: 'script' | 'style' | 'html' | 'url' };

/** One text by which a technology shows itself; the first group of `pattern` that matched is the version. */
export interface Fingerprint {
  name: string;
  category: ComponentCategory;
  source: Source;
  pattern: RegExp;
  /** `vendor:product`, as CPE 2.3 names have it. */
  cpe: string | null;
  /** The target software of the CPE, such as `wordpress`. */
  targetSoftware?: string;
  /** A package URL without version and without `pkg:`. */
  purl: string | null;
  /** A text that must match, with the version that must be found in «these», and one that must not. */
  example: string;
  other: string;
}

/** A row of the tables: `ids` are `vendor:product` of a CPE, `pkg:…` of a package URL, or both with a space between. */
export type Row = readonly [name: string, category: ComponentCategory, ids: string, pattern: RegExp, example: string, other: string];

/** Fingerprints that read one source. */
export function fingerprintsAt(source: Source, rows: readonly Row[]): Fingerprint[] {
  return rows.map(([name, category, ids, pattern, example, other]) => {
    const all = ids.split(' ');
    const purl = all.find(id => id.startsWith('pkg:'))?.slice('pkg:'.length) ?? null;
    return { name, category, source, pattern, cpe: all.find(id => !id.startsWith('pkg:')) ?? null, purl, example, other };
  });
}
