import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const checks: Migration = {
  async up(db: Kysely<never>) {
    await db.schema.createTable('custom_check')
      .addColumn('id', 'text', column => column.primaryKey())
      .addColumn('account_id', 'text', column => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('domain_id', 'text', column => column.references('domain.id').onDelete('cascade'))
      .addColumn('role', 'text')
      .addColumn('reference', 'text')
      .addColumn('name', 'text', column => column.notNull())
      .addColumn('kind', 'text', column => column.notNull())
      .addColumn('target', 'text', column => column.notNull())
      .addColumn('host', 'text', column => column.notNull())
      .addColumn('spec', 'text', column => column.notNull())
      .addColumn('secrets', 'text')
      .addColumn('push_hash', 'text', column => column.unique())
      .addColumn('interval_seconds', 'integer', column => column.notNull())
      .addColumn('enabled', 'integer', column => column.notNull())
      .addColumn('parent_id', 'text')
      .addColumn('state', 'text', column => column.notNull())
      .addColumn('state_since', 'bigint')
      .addColumn('machine', 'text', column => column.notNull())
      .addColumn('last', 'text')
      .addColumn('summary', 'text', column => column.notNull())
      .addColumn('incident_id', 'text')
      .addColumn('tls_expires_at', 'bigint')
      .addColumn('due_at', 'bigint')
      .addColumn('last_slot', 'bigint', column => column.notNull())
      .addColumn('rolled_at', 'bigint', column => column.notNull())
      .addColumn('created_at', 'bigint', column => column.notNull())
      .addColumn('updated_at', 'bigint', column => column.notNull())
      .addColumn('version', 'integer', column => column.notNull())
      .execute();
    await index(db, 'custom_check_due', 'custom_check', ['due_at']);
    await index(db, 'custom_check_newest', 'custom_check', ['account_id', 'created_at', 'id']);
    await index(db, 'custom_check_domain', 'custom_check', ['domain_id']);
    await db.schema.createIndex('custom_check_reference').unique().on('custom_check').columns(['account_id', 'reference'] as never[]).execute();
    await db.schema.createTable('check_pack')
      .addColumn('check_id', 'text', column => column.notNull().references('custom_check.id').onDelete('cascade'))
      .addColumn('at', 'bigint', column => column.notNull())
      .addColumn('results', 'text', column => column.notNull())
      .addPrimaryKeyConstraint('check_pack_key', ['check_id', 'at'] as never[])
      .execute();
    await db.schema.createTable('check_history')
      .addColumn('check_id', 'text', column => column.notNull().references('custom_check.id').onDelete('cascade'))
      .addColumn('resolution', 'text', column => column.notNull())
      .addColumn('at', 'bigint', column => column.notNull())
      .addColumn('buckets', 'text', column => column.notNull())
      .addPrimaryKeyConstraint('check_history_key', ['check_id', 'resolution', 'at'] as never[])
      .execute();
    await db.schema.createTable('check_failure')
      .addColumn('id', 'text', column => column.primaryKey())
      .addColumn('account_id', 'text', column => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('check_id', 'text', column => column.notNull().references('custom_check.id').onDelete('cascade'))
      .addColumn('at', 'bigint', column => column.notNull())
      .addColumn('seen', 'text', column => column.notNull())
      .execute();
    await index(db, 'check_failure_newest', 'check_failure', ['check_id', 'at', 'id']);
    await db.schema.createTable('check_incident')
      .addColumn('id', 'text', column => column.primaryKey())
      .addColumn('account_id', 'text', column => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('host', 'text', column => column.notNull())
      .addColumn('cause', 'text', column => column.notNull())
      .addColumn('title', 'text', column => column.notNull())
      .addColumn('started_at', 'bigint', column => column.notNull())
      .addColumn('resolved_at', 'bigint')
      .addColumn('acknowledged_at', 'bigint')
      .addColumn('acknowledged_by', 'text')
      .addColumn('note', 'text')
      .addColumn('checks', 'text', column => column.notNull())
      .addColumn('services', 'text', column => column.notNull())
      .addColumn('timeline', 'text', column => column.notNull())
      .execute();
    await index(db, 'check_incident_newest', 'check_incident', ['account_id', 'started_at', 'id']);
  },
};

async function index(db: Kysely<never>, name: string, table: string, columns: readonly string[]): Promise<void> {
  await db.schema.createIndex(name).on(table).columns(columns as never[]).execute();
}
