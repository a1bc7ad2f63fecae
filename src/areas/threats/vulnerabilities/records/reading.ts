// Readers of JSON from strangers: they never throw, and never give more than they are allowed to.

export type Json = Readonly<Record<string, unknown>>;

/** The object, or one without fields. */
export function objectIn(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value as Json : {};
}

/** At most `max` items of the list, or none. */
export function listIn(value: unknown, max: number): readonly unknown[] {
  return Array.isArray(value) ? value.slice(0, max) : [];
}

/** The trimmed text of at most `maxLength` characters; null where it is none, empty or longer. */
export function textIn(value: unknown, maxLength = 256): string | null {
  const text = typeof value === 'string' ? value.trim() : '';
  return text === '' || text.length > maxLength ? null : text;
}

/** The first `maxLength` characters of a text that people read. */
export function titleIn(value: unknown, maxLength = 256): string | null {
  return typeof value === 'string' ? textIn(value.slice(0, maxLength), maxLength) : null;
}

/** The word in lower case where it is one of `allowed`. */
export function wordIn<Word extends string>(value: unknown, allowed: readonly Word[]): Word | null {
  const text = textIn(value)?.toLowerCase();
  return allowed.find(word => word === text) ?? null;
}

/** A number, also where it is written as text; null where it is none or outside `min` to `max`. */
export function numberIn(value: unknown, min: number, max: number): number | null {
  const number = typeof value === 'string' && /^\d{1,6}(?:\.\d{1,12})?$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && number >= min && number <= max ? number : null;
}

/** `YYYY-MM-DD`, with or without a time; null for anything else. */
export function dateIn(value: unknown): string | null {
  const text = textIn(value, 40);
  return text !== null && /^\d{4}-\d{2}-\d{2}(?:T[\d:.]+(?:Z|[+-]\d{2}:?\d{2})?)?$/.test(text) && !Number.isNaN(Date.parse(text.slice(0, 10))) ? text : null;
}

/** CVE ids among texts, each once. */
export function cvesIn(values: readonly unknown[]): string[] {
  return [...new Set(values.flatMap(value => /CVE-\d{4}-\d{4,19}/i.exec(textIn(value, 128) ?? '')?.[0].toUpperCase() ?? []))];
}
