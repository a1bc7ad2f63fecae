import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Which pages a browser is to show, and how what it showed compares with what the server sent. */
export const siteAuditRendering: Migration = {
  async up(db: Kysely<never>) {
    await db.schema.alterTable('site_audit_page').addColumn('template', 'text').execute();
    await db.schema.alterTable('site_audit_page').addColumn('shell', 'integer').execute();
    await db.schema.alterTable('site_audit_page').addColumn('rendering', 'text').execute();
    await db.schema.alterTable('site_audit_page').addColumn('comparison', 'text').execute();
    await db.schema.createIndex('site_audit_page_rendering').on('site_audit_page').columns(['audit_id', 'rendering', 'page']).execute();
  },
};
