import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Whether stored issues follow the patterns of a domain already. */
export const siteAuditExclusionChanges: Migration = {
  async up(db: Kysely<never>) {
    await db.schema.createTable('site_audit_exclusion_change')
      .addColumn('domain_id', 'text', column => column.primaryKey().references('domain.id').onDelete('cascade'))
      .addColumn('account_id', 'text', column => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('changed', 'integer', column => column.notNull())
      .addColumn('judged', 'integer', column => column.notNull())
      .execute();
  },
};
