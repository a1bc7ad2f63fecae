import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const complianceClocks: Migration = {
  async up(db: Kysely<never>) {
    await db.schema.createTable('compliance_clock')
      .addColumn('id', 'text', column => column.primaryKey())
      .addColumn('account_id', 'text', column => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('title', 'text', column => column.notNull())
      .addColumn('source', 'text', column => column.notNull())
      .addColumn('as_of', 'text', column => column.notNull())
      .addColumn('applies', 'text', column => column.notNull())
      .addColumn('applies_when', 'text', column => column.notNull())
      .addColumn('start', 'text', column => column.notNull())
      .addColumn('due_in', 'text', column => column.notNull())
      .addColumn('note', 'text')
      .addColumn('added_at', 'bigint', column => column.notNull())
      .addColumn('added_by', 'text', column => column.notNull())
      .addColumn('ended_at', 'bigint')
      .execute();
    await db.schema.createIndex('compliance_clock_of_account').on('compliance_clock').columns(['account_id', 'id'] as never[]).execute();
  },
};
