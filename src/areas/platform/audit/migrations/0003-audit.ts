import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { PostgresAdapter, sql } from 'kysely';

export const audit: Migration = {
  async up(db: Kysely<never>) {
    await db.schema.createTable('audit_entry')
      .addColumn('id', 'text', column => column.primaryKey())
      .addColumn('account_id', 'text', column => column.notNull())
      .addColumn('seq', 'bigint', column => column.notNull())
      .addColumn('at', 'bigint', column => column.notNull())
      .addColumn('actor', 'text', column => column.notNull())
      .addColumn('action', 'text', column => column.notNull())
      .addColumn('resource_type', 'text', column => column.notNull())
      .addColumn('resource_id', 'text', column => column.notNull())
      .addColumn('details', 'text', column => column.notNull())
      .addColumn('request_id', 'text')
      .addColumn('previous_hash', 'text', column => column.notNull())
      .addColumn('hash', 'text', column => column.notNull())
      .addUniqueConstraint('audit_entry_chain', ['account_id', 'seq'] as never[])
      .execute();
    await db.schema.createIndex('audit_entry_at').on('audit_entry').columns(['at', 'id']).execute();
    await db.schema.createTable('audit_head')
      .addColumn('account_id', 'text', column => column.primaryKey())
      .addColumn('seq', 'bigint', column => column.notNull())
      .addColumn('hash', 'text', column => column.notNull())
      .execute();
    await (db.getExecutor().adapter instanceof PostgresAdapter ? appendOnlyOnPostgresql(db) : appendOnlyOnSqlite(db));
  },
};

async function appendOnlyOnPostgresql(db: Kysely<never>): Promise<void> {
  await sql`create function audit_entry_refuse() returns trigger language plpgsql as $$
    begin raise exception 'audit entries are only ever appended'; end $$`.execute(db);
  await sql`create trigger audit_entry_append_only before update or delete on audit_entry
    for each row execute function audit_entry_refuse()`.execute(db);
  await sql`create trigger audit_entry_no_truncate before truncate on audit_entry
    for each statement execute function audit_entry_refuse()`.execute(db);
}

/** The third one is for `insert or replace`, which deletes the older row without a word to delete triggers. */
async function appendOnlyOnSqlite(db: Kysely<never>): Promise<void> {
  await sql`create trigger audit_entry_no_update before update on audit_entry
    begin select raise(abort, 'audit entries are only ever appended'); end`.execute(db);
  await sql`create trigger audit_entry_no_delete before delete on audit_entry
    begin select raise(abort, 'audit entries are only ever appended'); end`.execute(db);
  await sql`create trigger audit_entry_no_replace before insert on audit_entry
    when exists (select 1 from audit_entry where id = new.id or (account_id = new.account_id and seq = new.seq))
    begin select raise(abort, 'audit entries are only ever appended'); end`.execute(db);
}
