import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Which addresses of a website an account does not want judged. */
export const siteAuditExclusions: Migration = {
  async up(db: Kysely<never>) {
    await db.schema.createTable('site_audit_exclusion')
      .addColumn('account_id', 'text', column => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('domain_id', 'text', column => column.notNull().references('domain.id').onDelete('cascade'))
      .addColumn('pattern', 'text', column => column.notNull())
      .addPrimaryKeyConstraint('site_audit_exclusion_key', ['domain_id', 'pattern'] as never[])
      .execute();
    await db.schema.createIndex('site_audit_exclusion_account').on('site_audit_exclusion').column('account_id').execute();
  },
};
