import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Links by which people without an account read the report on a domain. */
export const reportLinks: Migration = {
  async up(db: Kysely<never>) {
    await db.schema.createTable('report_link')
      .addColumn('id', 'text', column => column.primaryKey())
      .addColumn('account_id', 'text', column => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('domain_id', 'text', column => column.notNull().references('domain.id').onDelete('cascade'))
      .addColumn('token_hash', 'text', column => column.notNull().unique())
      .addColumn('created_at', 'bigint', column => column.notNull())
      .addColumn('expires_at', 'bigint', column => column.notNull())
      .execute();
    await db.schema.createIndex('report_link_account').on('report_link').columns(['account_id', 'created_at', 'id'] as never[]).execute();
    await db.schema.createIndex('report_link_domain').on('report_link').columns(['domain_id'] as never[]).execute();
    await db.schema.createIndex('report_link_end').on('report_link').columns(['expires_at'] as never[]).execute();
  },
};
