import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from 'node:sqlite';
import { SqliteAdapter, SqliteDialect, type SqliteDatabase } from 'kysely';

const BUSY_TIMEOUT_MS = 5000;
/** Prepared statements that are kept: more than what the service asks again and again. */
const MOST_STATEMENTS = 300;

/** A connection of which every commit is on the disk when it answers. */
export function connect(path: string, readOnly = false): DatabaseSync {
  const database = new DatabaseSync(path, { readOnly, timeout: BUSY_TIMEOUT_MS });
  if (!readOnly) database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on');
  database.exec('pragma trusted_schema = off');
  return database;
}

/** Kysely's own dialect does not know that SQLite undoes changes of the schema with their transaction. */
export class TransactionalSqliteDialect extends SqliteDialect {
  override createAdapter(): SqliteAdapter {
    return new TransactionalSqliteAdapter();
  }
}

class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** SQLite has undone the transaction by itself, as it does where the disk is full: the error of the rollback would hide why. */
const nothing: ReturnType<SqliteDatabase['prepare']> = { reader: false, all: () => [], run: () => ({ changes: 0, lastInsertRowid: 0 }), iterate: () => [].values() };

/**
 * What Kysely expects of a driver, over `database`. Transactions take the write lock at their begin: one that took it
 * later could fail in the middle. Rows become plain objects, as PostgreSQL gives them.
 */
export function kyselyDatabase(database: DatabaseSync): SqliteDatabase {
  const kept = keepStatements(database);
  const version = versionIn(database);
  return {
    close: () => database.close(),
    prepare(sql) {
      if (sql === 'rollback' && !database.isTransaction) return nothing;
      const own = sql === 'begin' ? 'begin immediate' : sql;
      const prepared = kept(own);
      const { statement } = prepared;
      const values = (parameters: readonly unknown[]) => parameters as SQLInputValue[];
      return {
        reader: prepared.names.length > 0,
        all(parameters) {
          const rows = statement.all(...values(parameters)) as unknown as SQLOutputValue[][];
          if (EVERY_COLUMN.test(own)) refresh(prepared, version());
          return rows.map(row => named(prepared.names, row));
        },
        run: parameters => statement.run(...values(parameters)),
        // Another call of a statement would end its iteration.
        iterate: parameters => database.prepare(own).iterate(...values(parameters)),
      };
    },
  };
}

/** A prepared statement, and the names of the columns of its rows, which come as arrays. */
export interface Prepared {
  statement: StatementSync;
  names: readonly string[];
  /** Of the schema that the names are of; null where that was not asked. */
  version: number | null;
}

/** The driver takes four times as long for rows that it names itself, and longer than for most rows for the names. */
export function prepareIn(database: DatabaseSync, sql: string): Prepared {
  const statement = database.prepare(sql);
  const names = namesOf(statement);
  if (names.length > 0) statement.setReturnArrays(true);
  return { statement, names, version: null };
}

function namesOf(statement: StatementSync): string[] {
  return statement.columns().map(({ name }) => name);
}

/** A query that says its columns itself fails where they are gone; one that asks for all of them gets others. */
const EVERY_COLUMN = /\*/;

/** Gives the version of the schema, which any process changes that changes a table. */
function versionIn(database: DatabaseSync): () => number {
  let statement: StatementSync | undefined;
  return () => {
    if (!statement) (statement = database.prepare('pragma schema_version')).setReturnArrays(true);
    return (statement.get() as unknown as [number])[0];
  };
}

/** Reads the names again where the schema may have changed since: SQLite prepares a statement anew by itself when it runs. */
function refresh(prepared: Prepared, version: number): void {
  if (prepared.version === version) return;
  prepared.names = namesOf(prepared.statement);
  prepared.version = version;
}

/** The row as an object. */
export function named(names: readonly string[], values: readonly SQLOutputValue[]): Record<string, SQLOutputValue> {
  const row: Record<string, SQLOutputValue> = {};
  for (let at = 0; at < names.length; at++) row[names[at]!] = values[at]!;
  return row;
}

/** What changes no table: after anything else, the columns of a statement may be others. */
const KEEPS_COLUMNS = /^\s*(?:select|with|insert|update|delete|begin|commit|rollback|savepoint|release|pragma)\b/i;

/** Gives the prepared statement of an SQL text: to parse and plan it costs more than most of them take to run. */
function keepStatements(database: DatabaseSync): (sql: string) => Prepared {
  const kept = new Map<string, Prepared>();
  return sql => {
    if (!KEEPS_COLUMNS.test(sql)) {
      kept.clear();
      return prepareIn(database, sql);
    }
    const prepared = kept.get(sql) ?? prepareIn(database, sql);
    // The least recently used stands first.
    kept.delete(sql);
    kept.set(sql, prepared);
    if (kept.size > MOST_STATEMENTS) kept.delete(kept.keys().next().value!);
    return prepared;
  };
}
