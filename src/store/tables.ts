import type { ColumnType, Kysely, Selectable } from 'kysely';
import { guardOf, type Guard } from './guard.ts';
import type { Db } from './db.ts';

/** Rows that are deleted once a column is `keptMs` ago; null in it keeps them. */
export interface Retention {
  column: string;
  keptMs: number;
  /** Only rows of which a column says this. */
  only?: { column: string; value: string };
  /** Whether the column is ISO 8601 text, as in the tables of the sign-in library. */
  iso?: true;
}

/** A column that says when something of a row is done next. */
export interface Due {
  column: string;
  /** How far ahead it may lie; what lies further ahead was set by a clock that was wrong. */
  withinMs: number;
  /** The column with the row's own interval in minutes, which may be longer; a tenth is added, by which times are spread. */
  orMinutes?: string;
}

/** How a table is kept. */
export interface TableTerms {
  /** The columns of its primary key; needed where rows expire. */
  key?: readonly string[];
  expires?: readonly Retention[];
  due?: readonly Due[];
  /** The column that names a blob (SHA-256) that the row needs. */
  blob?: string;
  sealed?: Sealed;
}

/** What of a table is encrypted with the secret of the service. */
export interface Sealed {
  by: SealedBy;
  columns: readonly string[];
  /** The column that names the row; `id` unless given. */
  key?: string;
  /** The column with what it was sealed for; the key unless given. */
  owner?: string;
}

/** What encrypts: our sealer, or the sign-in library in a form of its own. */
export type SealedBy = 'sealer' | 'signIn';

/** Columns of a table that later areas may read. */
export interface Published<Name extends string, Row> {
  table: Name;
  columns: readonly (keyof Row & string)[];
}

/** `publish<DomainTable>()('domain', ['id', 'name'])`: the columns that later areas may read and never write. */
export function publish<Table>() {
  return <Name extends string, const Columns extends readonly (keyof Table & string)[]>(table: Name, columns: Columns): Published<Name, Pick<Table, Columns[number]>> => ({ table, columns });
}

// oxlint-disable-next-line typescript/no-explicit-any
type AnyPublished = Published<string, any>;
type ReadOnly<Row> = { [Column in keyof Row]: ColumnType<Selectable<Row>[Column & keyof Selectable<Row>], never, never> };
type ReadsOf<Reads extends readonly AnyPublished[]> = {
  [Read in Reads[number] as Read['table']]: Read extends Published<string, infer Row> ? ReadOnly<Row> : never;
};

/** The tables of one area: called with the database or a transaction, it gives queries over them and over what it may read of others. */
export interface Tables<All> {
  (db: Db): Kysely<All>;
  readonly owner: string;
  /** Its own tables, each after those that it refers to. */
  readonly own: Readonly<Record<string, TableTerms>>;
  readonly reads: readonly AnyPublished[];
}

/** `defineTables<Own>()('inventory', {domain: {}, …}, [accountColumns])` states the tables that an area writes, and the columns of others that it reads. */
export function defineTables<Own>() {
  return <const Reads extends readonly AnyPublished[] = readonly []>(owner: string, own: { readonly [Name in keyof Own]: TableTerms }, reads?: Reads): Tables<Own & ReadsOf<Reads>> => {
    const guard: Guard = { owner, own: new Set(Object.keys(own)), reads: new Map((reads ?? []).map(({ table, columns }) => [table, new Set(columns)])) };
    return Object.assign((db: Db) => guardOf(db, guard) as Kysely<Own & ReadsOf<Reads>>, { owner, own, reads: reads ?? [] });
  };
}

/** The queries that a handle stands for, for what belongs to no area: migrating, backup, upkeep. */
export function untyped(db: Db): Kysely<never> {
  return db as unknown as Kysely<never>;
}

/** The handle of `kysely`. */
export function handleOf(kysely: Kysely<never>): Db {
  return kysely as unknown as Db;
}
