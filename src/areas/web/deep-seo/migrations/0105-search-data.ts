import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What search engines and browsers report of pages, with the credentials that ask for it; what to do next; and by what pages of audits are compared. */
export const searchData: Migration = {
  async up(db: Kysely<never>) {
    await db.schema.alterTable('deep_seo_page').addColumn('url_key', 'text').execute();
    await db.schema.alterTable('deep_seo_page').addColumn('text_hash', 'text').execute();
    await db.schema.alterTable('deep_seo_page').addColumn('status', 'integer').execute();
    await db.schema.createIndex('deep_seo_page_url').on('deep_seo_page').columns(['audit_id', 'url_key']).execute();

    await db.schema.createTable('search_connection')
      .addColumn('id', 'text', column => column.primaryKey())
      .addColumn('account_id', 'text', column => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('domain_id', 'text', column => column.notNull().references('domain.id').onDelete('cascade'))
      .addColumn('provider', 'text', column => column.notNull())
      .addColumn('settings', 'text', column => column.notNull())
      .addColumn('secret', 'text', column => column.notNull())
      .addColumn('cursor', 'text')
      .addColumn('summary', 'text')
      .addColumn('fault', 'text')
      .addColumn('cause', 'text')
      .addColumn('failing_since', 'bigint')
      .addColumn('tried_at', 'bigint')
      .addColumn('imported_at', 'bigint')
      .addColumn('due_at', 'bigint', column => column.notNull())
      .addColumn('created_at', 'bigint', column => column.notNull())
      .addUniqueConstraint('search_connection_of', ['domain_id', 'provider'] as never[])
      .execute();
    await db.schema.createIndex('search_connection_account').on('search_connection').columns(['account_id', 'id']).execute();
    await db.schema.createIndex('search_connection_due').on('search_connection').column('due_at').execute();

    await db.schema.createTable('search_page')
      .addColumn('connection_id', 'text', column => column.notNull().references('search_connection.id').onDelete('cascade'))
      .addColumn('url_key', 'text', column => column.notNull())
      .addColumn('url', 'text', column => column.notNull())
      .addColumn('clicks', 'bigint', column => column.notNull())
      .addColumn('impressions', 'bigint', column => column.notNull())
      .addColumn('position', 'bigint', column => column.notNull())
      .addPrimaryKeyConstraint('search_page_key', ['connection_id', 'url_key'] as never[])
      .execute();

    await db.schema.createTable('search_query')
      .addColumn('connection_id', 'text', column => column.notNull().references('search_connection.id').onDelete('cascade'))
      .addColumn('nth', 'integer', column => column.notNull())
      .addColumn('url_key', 'text', column => column.notNull())
      .addColumn('query', 'text', column => column.notNull())
      .addColumn('clicks', 'bigint', column => column.notNull())
      .addColumn('impressions', 'bigint', column => column.notNull())
      .addColumn('position', 'bigint', column => column.notNull())
      .addPrimaryKeyConstraint('search_query_key', ['connection_id', 'nth'] as never[])
      .execute();

    await db.schema.createTable('field_speed')
      .addColumn('connection_id', 'text', column => column.notNull().references('search_connection.id').onDelete('cascade'))
      .addColumn('url_key', 'text', column => column.notNull())
      .addColumn('details', 'text', column => column.notNull())
      .addPrimaryKeyConstraint('field_speed_key', ['connection_id', 'url_key'] as never[])
      .execute();

    await db.schema.createTable('next_steps')
      .addColumn('domain_id', 'text', column => column.primaryKey().references('domain.id').onDelete('cascade'))
      .addColumn('account_id', 'text', column => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('audit_id', 'text')
      .addColumn('summary', 'text', column => column.notNull())
      .addColumn('made_at', 'bigint', column => column.notNull())
      .execute();
    await db.schema.createIndex('next_steps_account').on('next_steps').column('account_id').execute();

    await db.schema.createTable('next_step')
      .addColumn('domain_id', 'text', column => column.notNull().references('next_steps.domain_id').onDelete('cascade'))
      .addColumn('nth', 'integer', column => column.notNull())
      .addColumn('kind', 'text', column => column.notNull())
      .addColumn('details', 'text', column => column.notNull())
      .addPrimaryKeyConstraint('next_step_key', ['domain_id', 'nth'] as never[])
      .execute();
  },
};
