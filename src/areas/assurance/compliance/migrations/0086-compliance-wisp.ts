import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const complianceWisp: Migration = {
  async up(db: Kysely<never>) {
    await db.schema.createTable('compliance_wisp')
      .addColumn('account_id', 'text', column => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('version', 'integer', column => column.notNull())
      .addColumn('entries', 'text', column => column.notNull())
      .addColumn('reviewed_on', 'text')
      .addColumn('note', 'text')
      .addColumn('at', 'bigint', column => column.notNull())
      .addColumn('by', 'text', column => column.notNull())
      .addPrimaryKeyConstraint('compliance_wisp_key', ['account_id', 'version'] as never[])
      .execute();
  },
};
