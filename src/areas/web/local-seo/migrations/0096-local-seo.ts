import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Businesses, scans of grids around them point by point, what an account asked for on a day, and when a provider can bear the next request. */
export const localSeo: Migration = {
  async up(db: Kysely<never>) {
    await db.schema.createTable('local_business')
      .addColumn('id', 'text', column => column.primaryKey())
      .addColumn('account_id', 'text', column => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('domain_id', 'text', column => column.references('domain.id').onDelete('set null'))
      .addColumn('name', 'text', column => column.notNull())
      .addColumn('address', 'text')
      .addColumn('phone', 'text')
      .addColumn('website', 'text')
      .addColumn('language', 'text', column => column.notNull())
      .addColumn('country', 'text')
      .addColumn('lat', 'double precision', column => column.notNull())
      .addColumn('lng', 'double precision', column => column.notNull())
      .addColumn('google_id', 'text')
      .addColumn('osm_id', 'text')
      .addColumn('created_at', 'bigint', column => column.notNull())
      .addColumn('updated_at', 'bigint', column => column.notNull())
      .execute();
    await db.schema.createIndex('local_business_account').on('local_business').columns(['account_id', 'created_at', 'id']).execute();
    await db.schema.createIndex('local_business_domain').on('local_business').column('domain_id').execute();

    await db.schema.createTable('local_scan')
      .addColumn('id', 'text', column => column.primaryKey())
      .addColumn('account_id', 'text', column => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('business_id', 'text', column => column.notNull().references('local_business.id').onDelete('cascade'))
      .addColumn('provider', 'text', column => column.notNull())
      .addColumn('settings', 'text', column => column.notNull())
      .addColumn('points', 'integer', column => column.notNull())
      .addColumn('state', 'text')
      .addColumn('cause', 'text')
      .addColumn('summary', 'text')
      .addColumn('created_at', 'bigint', column => column.notNull())
      .addColumn('finished_at', 'bigint')
      .execute();
    await db.schema.createIndex('local_scan_account').on('local_scan').columns(['account_id', 'id']).execute();
    await db.schema.createIndex('local_scan_business').on('local_scan').columns(['business_id', 'id']).execute();

    await db.schema.createTable('local_scan_point')
      .addColumn('scan_id', 'text', column => column.notNull().references('local_scan.id').onDelete('cascade'))
      .addColumn('keyword', 'integer', column => column.notNull())
      .addColumn('point', 'integer', column => column.notNull())
      .addColumn('state', 'text', column => column.notNull())
      .addColumn('rank', 'integer')
      .addColumn('own_id', 'text')
      .addColumn('cause', 'text')
      .addColumn('listings', 'text')
      .addPrimaryKeyConstraint('local_scan_point_key', ['scan_id', 'keyword', 'point'] as never[])
      .execute();

    await db.schema.createTable('local_spending')
      .addColumn('account_id', 'text', column => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('day', 'bigint', column => column.notNull())
      .addColumn('points', 'integer', column => column.notNull())
      .addPrimaryKeyConstraint('local_spending_key', ['account_id', 'day'] as never[])
      .execute();

    await db.schema.createTable('local_search_turn')
      .addColumn('provider', 'text', column => column.primaryKey())
      .addColumn('due_at', 'bigint', column => column.notNull())
      .execute();
  },
};
