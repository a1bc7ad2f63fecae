import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Audits of websites: what is still to be fetched, the pages, their links and what is wrong with them; and what a host bears from all of them. */
export const siteAudit: Migration = {
  async up(db: Kysely<never>) {
    await db.schema.createTable('site_audit')
      .addColumn('id', 'text', column => column.primaryKey())
      .addColumn('account_id', 'text', column => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('domain_id', 'text', column => column.notNull().references('domain.id').onDelete('cascade'))
      .addColumn('settings', 'text', column => column.notNull())
      .addColumn('state', 'text', column => column.notNull())
      .addColumn('cut', 'text')
      .addColumn('known', 'integer', column => column.notNull())
      .addColumn('done', 'integer', column => column.notNull())
      .addColumn('beyond', 'integer', column => column.notNull())
      .addColumn('bytes', 'bigint', column => column.notNull())
      .addColumn('score', 'real')
      .addColumn('summary', 'text')
      .addColumn('started_at', 'bigint', column => column.notNull())
      .addColumn('finished_at', 'bigint')
      .execute();
    await db.schema.createIndex('site_audit_newest').on('site_audit').columns(['domain_id', 'id']).execute();
    await db.schema.createIndex('site_audit_account').on('site_audit').columns(['account_id', 'id']).execute();

    await db.schema.createTable('site_audit_host')
      .addColumn('audit_id', 'text', column => column.notNull().references('site_audit.id').onDelete('cascade'))
      .addColumn('origin', 'text', column => column.notNull())
      .addColumn('robots_status', 'integer')
      .addColumn('robots', 'text', column => column.notNull())
      .addColumn('robots_cause', 'text')
      .addColumn('sitemaps', 'text')
      .addPrimaryKeyConstraint('site_audit_host_key', ['audit_id', 'origin'] as never[])
      .execute();

    await db.schema.createTable('site_audit_page')
      .addColumn('audit_id', 'text', column => column.notNull().references('site_audit.id').onDelete('cascade'))
      .addColumn('page', 'integer', column => column.notNull())
      .addColumn('url_key', 'text', column => column.notNull())
      .addColumn('url', 'text', column => column.notNull())
      .addColumn('source', 'text', column => column.notNull())
      .addColumn('rank', 'integer', column => column.notNull())
      .addColumn('in_sitemap', 'integer', column => column.notNull())
      .addColumn('state', 'text', column => column.notNull())
      .addColumn('status', 'integer')
      .addColumn('outcome', 'text')
      .addColumn('title', 'text')
      .addColumn('indexable', 'integer')
      .addColumn('issues', 'integer', column => column.notNull())
      .addColumn('severity', 'text')
      .addColumn('facts', 'text')
      .addPrimaryKeyConstraint('site_audit_page_key', ['audit_id', 'page'] as never[])
      .addUniqueConstraint('site_audit_page_url', ['audit_id', 'url_key'] as never[])
      .execute();
    await db.schema.createIndex('site_audit_page_next').on('site_audit_page').columns(['audit_id', 'state', 'rank', 'page']).execute();

    await db.schema.createTable('site_audit_link')
      .addColumn('audit_id', 'text', column => column.notNull().references('site_audit.id').onDelete('cascade'))
      .addColumn('page', 'integer', column => column.notNull())
      .addColumn('ordinal', 'integer', column => column.notNull())
      .addColumn('target', 'integer')
      .addColumn('url', 'text')
      .addColumn('anchor', 'text', column => column.notNull())
      .addColumn('follow', 'integer', column => column.notNull())
      .addPrimaryKeyConstraint('site_audit_link_key', ['audit_id', 'page', 'ordinal'] as never[])
      .execute();
    await db.schema.createIndex('site_audit_link_target').on('site_audit_link').columns(['audit_id', 'target']).execute();

    await db.schema.createTable('site_audit_issue')
      .addColumn('audit_id', 'text', column => column.notNull().references('site_audit.id').onDelete('cascade'))
      .addColumn('check_id', 'text', column => column.notNull())
      .addColumn('url_key', 'text', column => column.notNull())
      .addColumn('page', 'integer', column => column.notNull())
      .addColumn('severity', 'text', column => column.notNull())
      .addColumn('evidence', 'text', column => column.notNull())
      .addColumn('excluded', 'integer', column => column.notNull())
      .addPrimaryKeyConstraint('site_audit_issue_key', ['audit_id', 'check_id', 'url_key'] as never[])
      .execute();
    await db.schema.createIndex('site_audit_issue_page').on('site_audit_issue').columns(['audit_id', 'page']).execute();

    await db.schema.createTable('site_audit_schedule')
      .addColumn('domain_id', 'text', column => column.primaryKey().references('domain.id').onDelete('cascade'))
      .addColumn('account_id', 'text', column => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('settings', 'text', column => column.notNull())
      .addColumn('every_days', 'integer', column => column.notNull())
      .addColumn('due_at', 'bigint', column => column.notNull())
      .execute();
    await db.schema.createIndex('site_audit_schedule_due').on('site_audit_schedule').column('due_at').execute();

    await db.schema.createTable('site_audit_severity')
      .addColumn('account_id', 'text', column => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('check_id', 'text', column => column.notNull())
      .addColumn('severity', 'text', column => column.notNull())
      .addPrimaryKeyConstraint('site_audit_severity_key', ['account_id', 'check_id'] as never[])
      .execute();

    await db.schema.createTable('crawled_host')
      .addColumn('host', 'text', column => column.primaryKey())
      .addColumn('due_at', 'bigint', column => column.notNull())
      .execute();
    await db.schema.createTable('crawl_connection')
      .addColumn('host', 'text', column => column.notNull())
      .addColumn('slot', 'integer', column => column.notNull())
      .addColumn('holder', 'text', column => column.notNull())
      .addColumn('held_until', 'bigint', column => column.notNull())
      .addPrimaryKeyConstraint('crawl_connection_key', ['host', 'slot'] as never[])
      .execute();
  },
};
