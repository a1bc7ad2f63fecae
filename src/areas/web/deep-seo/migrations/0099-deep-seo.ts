import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What pages of site audits are for, how they hang together, and which belong together. */
export const deepSeo: Migration = {
  async up(db: Kysely<never>) {
    await db.schema.createTable('deep_seo_analysis')
      .addColumn('audit_id', 'text', column => column.primaryKey().references('site_audit.id').onDelete('cascade'))
      .addColumn('account_id', 'text', column => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('domain_id', 'text', column => column.notNull().references('domain.id').onDelete('cascade'))
      .addColumn('job_id', 'text', column => column.notNull())
      .addColumn('state', 'text', column => column.notNull())
      .addColumn('cause', 'text')
      .addColumn('summary', 'text')
      .addColumn('picture', 'text')
      .addColumn('made_at', 'bigint', column => column.notNull())
      .execute();
    await db.schema.createIndex('deep_seo_analysis_account').on('deep_seo_analysis').columns(['account_id', 'audit_id']).execute();
    await db.schema.createIndex('deep_seo_analysis_domain').on('deep_seo_analysis').columns(['domain_id', 'audit_id']).execute();

    await db.schema.createTable('deep_seo_page')
      .addColumn('audit_id', 'text', column => column.notNull().references('deep_seo_analysis.audit_id').onDelete('cascade'))
      .addColumn('page', 'integer', column => column.notNull())
      .addColumn('url', 'text', column => column.notNull())
      .addColumn('title', 'text')
      .addColumn('intent', 'text')
      .addColumn('local', 'integer', column => column.notNull())
      .addColumn('mismatch', 'integer', column => column.notNull())
      .addColumn('indexable', 'integer', column => column.notNull())
      .addColumn('inlinks', 'integer', column => column.notNull())
      .addColumn('outlinks', 'integer', column => column.notNull())
      .addColumn('depth', 'integer')
      .addColumn('rank', 'bigint', column => column.notNull())
      .addColumn('rank_order', 'integer', column => column.notNull())
      .addColumn('orphan', 'text')
      .addColumn('topic', 'integer')
      .addColumn('duplicate', 'integer')
      .addColumn('template', 'integer')
      .addColumn('details', 'text')
      .addPrimaryKeyConstraint('deep_seo_page_key', ['audit_id', 'page'] as never[])
      .execute();
    await db.schema.createIndex('deep_seo_page_rank').on('deep_seo_page').columns(['audit_id', 'rank_order']).execute();
    await db.schema.createIndex('deep_seo_page_orphan').on('deep_seo_page').columns(['audit_id', 'orphan', 'page']).execute();

    await db.schema.createTable('deep_seo_group')
      .addColumn('audit_id', 'text', column => column.notNull().references('deep_seo_analysis.audit_id').onDelete('cascade'))
      .addColumn('kind', 'text', column => column.notNull())
      .addColumn('nth', 'integer', column => column.notNull())
      .addColumn('label', 'text', column => column.notNull())
      .addColumn('count', 'integer', column => column.notNull())
      .addColumn('details', 'text', column => column.notNull())
      .addPrimaryKeyConstraint('deep_seo_group_key', ['audit_id', 'kind', 'nth'] as never[])
      .execute();
  },
};
