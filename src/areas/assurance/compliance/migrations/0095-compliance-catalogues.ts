import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const complianceCatalogues: Migration = {
  async up(db: Kysely<never>) {
    await db.schema.createTable('compliance_catalogue')
      .addColumn('id', 'text', column => column.primaryKey())
      .addColumn('account_id', 'text', column => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('title', 'text', column => column.notNull())
      .addColumn('edition', 'text', column => column.notNull())
      .addColumn('source', 'text', column => column.notNull())
      .addColumn('controls', 'integer', column => column.notNull())
      .addColumn('imported_at', 'bigint', column => column.notNull())
      .addColumn('imported_by', 'text', column => column.notNull())
      .execute();
    await db.schema.createIndex('compliance_catalogue_of_account').on('compliance_catalogue').columns(['account_id', 'id'] as never[]).execute();
    await db.schema.createTable('compliance_catalogue_control')
      .addColumn('catalogue_id', 'text', column => column.notNull().references('compliance_catalogue.id').onDelete('cascade'))
      .addColumn('control', 'text', column => column.notNull())
      .addColumn('account_id', 'text', column => column.notNull())
      .addColumn('position', 'integer', column => column.notNull())
      .addColumn('title', 'text', column => column.notNull())
      .addColumn('family', 'text', column => column.notNull())
      .addColumn('text', 'text')
      .addPrimaryKeyConstraint('compliance_catalogue_control_key', ['catalogue_id', 'control'] as never[])
      .execute();
  },
};
