declare const handle: unique symbol;

/** The database, or a transaction in it, as areas hand it on; each opens it with its own tables (`defineTables`). */
export interface Db {
  readonly [handle]: 'database';
}
