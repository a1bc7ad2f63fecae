import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** How to sign in to the site of a domain, and why an audit ended before all was fetched. */
export const siteAuditSignIn: Migration = {
  async up(db: Kysely<never>) {
    await db.schema.createTable('site_audit_sign_in')
      .addColumn('domain_id', 'text', column => column.primaryKey().references('domain.id').onDelete('cascade'))
      .addColumn('account_id', 'text', column => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('sign_in', 'text', column => column.notNull())
      .addColumn('changed_at', 'bigint', column => column.notNull())
      .execute();
    await db.schema.alterTable('site_audit').addColumn('cut_cause', 'text').execute();
  },
};
