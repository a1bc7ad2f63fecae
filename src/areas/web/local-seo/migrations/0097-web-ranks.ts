import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Ranks of domains among web results: keywords that are checked regularly, checks, and what each gave. */
export const webRanks: Migration = {
  async up(db: Kysely<never>) {
    await db.schema.createTable('tracked_keyword')
      .addColumn('id', 'text', column => column.primaryKey())
      .addColumn('account_id', 'text', column => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('domain_id', 'text', column => column.notNull().references('domain.id').onDelete('cascade'))
      .addColumn('series', 'text', column => column.notNull())
      .addColumn('keyword', 'text', column => column.notNull())
      .addColumn('settings', 'text', column => column.notNull())
      .addColumn('every_days', 'integer', column => column.notNull())
      .addColumn('max_usd', 'double precision', column => column.notNull())
      .addColumn('due_at', 'bigint')
      .addColumn('created_at', 'bigint', column => column.notNull())
      .addUniqueConstraint('tracked_keyword_series', ['domain_id', 'series'] as never[])
      .execute();
    await db.schema.createIndex('tracked_keyword_account').on('tracked_keyword').columns(['account_id', 'created_at', 'id']).execute();
    await db.schema.createIndex('tracked_keyword_due').on('tracked_keyword').column('due_at').execute();

    await db.schema.createTable('rank_check')
      .addColumn('id', 'text', column => column.primaryKey())
      .addColumn('account_id', 'text', column => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('domain_id', 'text', column => column.notNull().references('domain.id').onDelete('cascade'))
      .addColumn('settings', 'text', column => column.notNull())
      .addColumn('state', 'text')
      .addColumn('cause', 'text')
      .addColumn('created_at', 'bigint', column => column.notNull())
      .addColumn('finished_at', 'bigint')
      .execute();
    await db.schema.createIndex('rank_check_account').on('rank_check').columns(['account_id', 'id']).execute();
    await db.schema.createIndex('rank_check_domain').on('rank_check').columns(['domain_id', 'id']).execute();

    await db.schema.createTable('web_rank')
      .addColumn('check_id', 'text', column => column.notNull().references('rank_check.id').onDelete('cascade'))
      .addColumn('keyword', 'integer', column => column.notNull())
      .addColumn('domain_id', 'text', column => column.notNull().references('domain.id').onDelete('cascade'))
      .addColumn('series', 'text', column => column.notNull())
      .addColumn('state', 'text', column => column.notNull())
      .addColumn('rank', 'integer')
      .addColumn('url', 'text')
      .addColumn('features', 'text')
      .addColumn('pack_rank', 'integer')
      .addColumn('depth', 'integer')
      .addColumn('cause', 'text')
      .addColumn('at', 'bigint', column => column.notNull())
      .addPrimaryKeyConstraint('web_rank_key', ['check_id', 'keyword'] as never[])
      .execute();
    await db.schema.createIndex('web_rank_series').on('web_rank').columns(['domain_id', 'series', 'at']).execute();
  },
};
