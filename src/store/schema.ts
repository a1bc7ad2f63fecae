import type { Migration } from 'kysely/migration';
import { blobs } from './migrations/0014-blobs.ts';
import { heartbeat } from './migrations/0038-heartbeat.ts';
import { storeTables } from './store-tables.ts';
import type { Due, Retention, Sealed, Tables } from './tables.ts';

/** What an area adds to the database. */
export interface SchemaPart {
  // oxlint-disable-next-line typescript/no-explicit-any
  tables?: Tables<any>;
  /** By their names, which begin with a number that no other migration of the program has; one that has shipped is never edited. */
  migrations?: Readonly<Record<string, Migration>>;
}

/** Everything that the database holds. */
export interface Schema {
  /** All changes, in order. */
  migrations: Readonly<Record<string, Migration>>;
  /** All tables, each after those that it refers to. */
  tables: readonly string[];
  expiring: readonly Expiring[];
  due: readonly (Due & { table: string })[];
  /** Where rows name the blobs that they need. */
  blobs: readonly { table: string; column: string }[];
  /** Where rows hold what is encrypted with the secret of the service. */
  sealed: readonly (Sealed & { table: string })[];
}

/** Rows of one table that are kept for a time. */
export interface Expiring extends Retention {
  table: string;
  key: readonly string[];
}

/** The schema of `parts`, in the order of their areas, with the tables of the store itself, to which nothing refers. Throws for a name that two have. */
export function composeSchema(parts: readonly SchemaPart[]): Schema {
  const all = [...parts, { tables: storeTables, migrations: { '0014-blobs': blobs, '0038-heartbeat': heartbeat } }];
  const tables = all.flatMap(part => Object.entries(part.tables?.own ?? {}));
  const migrations = all.flatMap(part => Object.entries(part.migrations ?? {})).toSorted(([a], [b]) => (a < b ? -1 : 1));
  refuseTwice([...tables.map(([name]) => name), ...migrations.map(([name]) => name.split('-')[0]!)]);
  return {
    migrations: Object.fromEntries(migrations),
    tables: tables.map(([name]) => name),
    expiring: tables.flatMap(([table, { key = [], expires = [] }]) => expires.map(terms => ({ table, key, ...terms }))),
    due: tables.flatMap(([table, { due = [] }]) => due.map(terms => ({ table, ...terms }))),
    blobs: tables.flatMap(([table, { blob }]) => (blob === undefined ? [] : [{ table, column: blob }])),
    sealed: tables.flatMap(([table, { sealed }]) => (sealed === undefined ? [] : [{ table, ...sealed }])),
  };
}

function refuseTwice(names: readonly string[]): void {
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw new TypeError(`Two areas declare ${twice}.`);
}
