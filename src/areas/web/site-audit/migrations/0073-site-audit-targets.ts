import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What pages refer to besides other pages of the site, and what came of asking for it; and which hosts have no address. */
export const siteAuditTargets: Migration = {
  async up(db: Kysely<never>) {
    await db.schema.createTable('site_audit_target')
      .addColumn('audit_id', 'text', column => column.notNull().references('site_audit.id').onDelete('cascade'))
      .addColumn('target', 'integer', column => column.notNull())
      .addColumn('url', 'text', column => column.notNull())
      .addColumn('host', 'text', column => column.notNull())
      .addColumn('own', 'integer', column => column.notNull())
      .addColumn('kinds', 'integer', column => column.notNull())
      .addColumn('state', 'text', column => column.notNull())
      .addColumn('outcome', 'text')
      .addColumn('status', 'integer')
      .addColumn('bytes', 'bigint')
      .addColumn('facts', 'text')
      .addPrimaryKeyConstraint('site_audit_target_key', ['audit_id', 'target'] as never[])
      .addUniqueConstraint('site_audit_target_url', ['audit_id', 'url'] as never[])
      .execute();
    await db.schema.createIndex('site_audit_target_next').on('site_audit_target').columns(['audit_id', 'state', 'target']).execute();
    await db.schema.createIndex('site_audit_target_host').on('site_audit_target').columns(['audit_id', 'own', 'host']).execute();
    await db.schema.alterTable('site_audit_host').addColumn('robots_absent', 'integer', column => column.notNull().defaultTo(0)).execute();
    await db.schema.alterTable('site_audit').addColumn('targets_beyond', 'integer', column => column.notNull().defaultTo(0)).execute();
  },
};
