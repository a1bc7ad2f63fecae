import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What selectors of an account found on a page. */
export const siteAuditExtraction: Migration = {
  async up(db: Kysely<never>) {
    await db.schema.alterTable('site_audit_page').addColumn('extracted', 'text').execute();
  },
};
