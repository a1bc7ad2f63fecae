import { z } from 'zod';
import { several, type Several } from '../../../core/several.ts';
import type { Facets, Measures, NumberMeasure, WordMeasure } from '../../measure.ts';

// What the list of domains offers of the measures of all areas: fields of its records, sorts and filters.

type Listed<Of extends Measures> = { [Name in keyof Of as Of[Name] extends { listed: false } ? never : Name]: Of[Name] };
type WordsOf<Of extends WordMeasure> = { [Word in Of['words'][number]]: Word };
type FieldOf<Of> = Of extends WordMeasure ? z.ZodNullable<z.ZodEnum<WordsOf<Of>>>
  : Of extends { kind: 'time' } ? z.ZodNullable<z.ZodString>
  : Of extends { standard: 0 } ? z.ZodNumber : z.ZodNullable<z.ZodNumber>;

/** The fields that show measures. */
export type FieldsOf<Of extends Measures> = { [Name in keyof Listed<Of>]: FieldOf<Of[Name]> };

/** The filters by measures. */
export type FiltersOf<Of extends Measures> = {
  [Name in keyof Listed<Of> as Of[Name] extends WordMeasure ? Name : never]:
  Of[Name] extends WordMeasure ? z.ZodOptional<Several<z.ZodEnum<WordsOf<Of[Name]> & (Of[Name] extends { none: true } ? { none: 'none' } : unknown)>>> : never;
};

/** The names of measures that lists are sorted by. */
export type SortsOf<Of extends Measures> = { [Name in keyof Listed<Of>]: Of[Name] extends NumberMeasure ? Name : never }[keyof Listed<Of>] & string;

function listed(measures: Measures): [name: string, measure: Measures[string]][] {
  return Object.entries(measures).filter(([, measure]) => measure.listed !== false);
}

export function fieldsOf<Of extends Measures>(measures: Of): FieldsOf<Of> {
  return Object.fromEntries(listed(measures).map(([name, measure]) => [name, fieldOf(measure)])) as FieldsOf<Of>;
}

function fieldOf(measure: Measures[string]): z.ZodType {
  if (measure.kind === 'word') return z.enum(measure.words).nullable().describe(`${measure.says}; null where there is none`);
  if (measure.kind === 'time') return z.string().nullable().describe(measure.says);
  const field = z.number().int();
  return (measure.standard === undefined ? field.nullable() : field).describe(measure.says);
}

/** What the fields of a record show of a domain with these facets. */
export function shownBy<Of extends Measures>(measures: Of): (facets: Facets<Of>) => z.output<z.ZodObject<FieldsOf<Of>>> {
  const fields = listed(measures);
  return facets => Object.fromEntries(fields.map(([name, { kind }]) => [name, shown(kind, facets[name] as number | string | null)])) as never;
}

function shown(kind: Measures[string]['kind'], value: number | string | null): number | string | null {
  if (kind === 'word') return value === 'none' ? null : value;
  return kind === 'time' && value !== null ? new Date(value).toISOString() : value;
}

export function filtersOf<Of extends Measures>(measures: Of): FiltersOf<Of> {
  const words = listed(measures).flatMap(([name, measure]) => (measure.kind === 'word' ? [[name, measure] as const] : []));
  return Object.fromEntries(words.map(([name, { words: own, none, says }]) =>
    [name, several(z.enum(none ? [...own, 'none'] : own)).optional().describe(none ? `${says}; \`none\` for domains that were assessed and have none` : says)])) as never;
}

/** The measures that lists are sorted by. */
export function sortable(measures: Measures): Readonly<Record<string, NumberMeasure>> {
  return Object.fromEntries(listed(measures).flatMap(([name, measure]) => (measure.kind === 'word' ? [] : [[name, measure] as const])));
}
