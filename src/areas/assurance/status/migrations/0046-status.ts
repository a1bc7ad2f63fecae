import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const status: Migration = {
  async up(db: Kysely<never>) {
    await db.schema.createTable('status_feed')
      .addColumn('id', 'text', column => column.primaryKey())
      .addColumn('listed_url', 'text', column => column.notNull().unique())
      .addColumn('url', 'text', column => column.notNull())
      .addColumn('kind', 'text', column => column.notNull())
      .addColumn('due_at', 'bigint', column => column.notNull())
      .addColumn('read_at', 'bigint')
      .addColumn('tried_at', 'bigint')
      .addColumn('searched_at', 'bigint')
      .addColumn('failure', 'text')
      .addColumn('etag', 'text')
      .addColumn('last_modified', 'text')
      .addColumn('level', 'text', column => column.notNull())
      .addColumn('components', 'text', column => column.notNull())
      .addColumn('maintenances', 'text', column => column.notNull())
      .execute();
    await db.schema.createIndex('status_feed_due').on('status_feed').columns(['due_at'] as never[]).execute();
    await db.schema.createTable('status_incident')
      .addColumn('id', 'text', column => column.primaryKey())
      .addColumn('feed_id', 'text', column => column.notNull().references('status_feed.id').onDelete('cascade'))
      .addColumn('reported_id', 'text', column => column.notNull())
      .addColumn('started_at', 'bigint', column => column.notNull())
      .addColumn('resolved_at', 'bigint')
      .addColumn('incident', 'text', column => column.notNull())
      .execute();
    await db.schema.createIndex('status_incident_reported').unique().on('status_incident').columns(['feed_id', 'reported_id'] as never[]).execute();
    await db.schema.createIndex('status_incident_newest').on('status_incident').columns(['started_at', 'id'] as never[]).execute();
    await db.schema.createTable('status_level')
      .addColumn('feed_id', 'text', column => column.notNull().references('status_feed.id').onDelete('cascade'))
      .addColumn('at', 'bigint', column => column.notNull())
      .addColumn('lasted_until', 'bigint', column => column.notNull())
      .addColumn('level', 'text', column => column.notNull())
      .addPrimaryKeyConstraint('status_level_key', ['feed_id', 'at'] as never[])
      .execute();
    await db.schema.createTable('status_follow')
      .addColumn('id', 'text', column => column.primaryKey())
      .addColumn('account_id', 'text', column => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('feed_id', 'text', column => column.notNull().references('status_feed.id').onDelete('cascade'))
      .addColumn('name', 'text', column => column.notNull())
      .addColumn('page', 'text', column => column.notNull())
      .addColumn('components', 'text', column => column.notNull())
      .addColumn('regions', 'text', column => column.notNull())
      .addColumn('level', 'text')
      .addColumn('level_at', 'bigint')
      .addColumn('created_at', 'bigint', column => column.notNull())
      .execute();
    await db.schema.createIndex('status_follow_account').unique().on('status_follow').columns(['account_id', 'feed_id'] as never[]).execute();
    await db.schema.createIndex('status_follow_feed').on('status_follow').columns(['feed_id'] as never[]).execute();
    await db.schema.createTable('status_event')
      .addColumn('id', 'text', column => column.primaryKey())
      .addColumn('account_id', 'text', column => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('follow_id', 'text', column => column.notNull().references('status_follow.id').onDelete('cascade'))
      .addColumn('name', 'text', column => column.notNull())
      .addColumn('before', 'text', column => column.notNull())
      .addColumn('after', 'text', column => column.notNull())
      .addColumn('affected', 'text', column => column.notNull())
      .addColumn('at', 'bigint', column => column.notNull())
      .execute();
    await db.schema.createIndex('status_event_newest').on('status_event').columns(['account_id', 'at', 'id'] as never[]).execute();
  },
};
