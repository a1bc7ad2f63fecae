/** Columns that say yes or no, as 1 or 0 in the database. */
const FLAGS: ReadonlySet<string> = new Set(['backedUp', 'emailVerified', 'enabled', 'endings', 'factsKept', 'monitored', 'operator', 'twoFactorEnabled']);
const MOMENT = /(^at|At|Until|After|Since)$/;
/** A number below is none of epoch milliseconds since 1973. */
const MIN_MILLIS = 1e11;
const COLUMN = /^[a-z][a-z0-9]*(_[a-z][a-z0-9]*)+$/;

/**
 * A row of an export in the language of the API: names in camelCase, moments in ISO 8601, yes and no as booleans; so too in the lists of rows
 * that it has. Documents within it speak that language already.
 */
export function rowInExport(row: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).map(([column, value]) => {
    const name = COLUMN.test(column) ? column.replace(/_(.)/g, (_, first: string) => first.toUpperCase()) : column;
    return [name, valueOf(name, value)];
  }));
}

function valueOf(name: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one: unknown) => (isRow(one) ? rowInExport(one) : one));
  if (typeof value !== 'number') return value;
  if (MOMENT.test(name) && value > MIN_MILLIS) return new Date(value).toISOString();
  return FLAGS.has(name) && (value === 0 || value === 1) ? value === 1 : value;
}

function isRow(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
