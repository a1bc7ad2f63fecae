import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What pages say of a business, and how it and others around it are rated over time. */
export const localListings: Migration = {
  async up(db: Kysely<never>) {
    await db.schema.alterTable('local_business').addColumn('pages', 'text').execute();
    await db.schema.alterTable('local_business').addColumn('profile', 'text').execute();
    await db.schema.createTable('local_listing_check')
      .addColumn('id', 'text', column => column.primaryKey())
      .addColumn('account_id', 'text', column => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('business_id', 'text', column => column.notNull().references('local_business.id').onDelete('cascade'))
      .addColumn('result', 'text', column => column.notNull())
      .addColumn('at', 'bigint', column => column.notNull())
      .execute();
    await db.schema.createIndex('local_listing_check_business').on('local_listing_check').columns(['business_id', 'id']).execute();
    await db.schema.createIndex('local_listing_check_account').on('local_listing_check').columns(['account_id', 'id']).execute();
    await db.schema.createTable('local_rating')
      .addColumn('business_id', 'text', column => column.notNull().references('local_business.id').onDelete('cascade'))
      .addColumn('provider', 'text', column => column.notNull())
      .addColumn('listing_id', 'text', column => column.notNull())
      .addColumn('at', 'bigint', column => column.notNull())
      .addColumn('own', 'integer', column => column.notNull())
      .addColumn('rating', 'double precision')
      .addColumn('reviews', 'integer')
      .addPrimaryKeyConstraint('local_rating_key', ['business_id', 'provider', 'listing_id', 'at'] as never[])
      .execute();
    await db.schema.createIndex('local_rating_at').on('local_rating').column('at').execute();
  },
};
