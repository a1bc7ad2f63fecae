import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
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
  return {
    close: () => database.close(),
    prepare(sql) {
      if (sql === 'rollback' && !database.isTransaction) return nothing;
      const own = sql === 'begin' ? 'begin immediate' : sql;
      const statement = kept(own);
      const values = (parameters: readonly unknown[]) => parameters as SQLInputValue[];
      return {
        reader: statement.columns().length > 0,
        all: parameters => statement.all(...values(parameters)).map(row => ({ ...row })),
        run: parameters => statement.run(...values(parameters)),
        // Another call of a statement would end its iteration.
        iterate: parameters => database.prepare(own).iterate(...values(parameters)),
      };
    },
  };
}

/** Gives the prepared statement of an SQL text: to parse and plan it costs more than most of them take to run. */
function keepStatements(database: DatabaseSync): (sql: string) => StatementSync {
  const kept = new Map<string, StatementSync>();
  return sql => {
    const statement = kept.get(sql) ?? database.prepare(sql);
    // The least recently used stands first.
    kept.delete(sql);
    kept.set(sql, statement);
    if (kept.size > MOST_STATEMENTS) kept.delete(kept.keys().next().value!);
    return statement;
  };
}
