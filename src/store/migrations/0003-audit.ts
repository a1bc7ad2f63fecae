import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const audit: Migration = {
  async up(db: Kysely<never>) {
    await db.schema.createTable('audit_entry')
      .addColumn('id', 'text', column => column.primaryKey())
      .addColumn('account_id', 'text', column => column.notNull())
      .addColumn('seq', 'integer', column => column.notNull())
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
      .addColumn('seq', 'integer', column => column.notNull())
      .addColumn('hash', 'text', column => column.notNull())
      .execute();
  },
};
